package org.tieredhdfs.mover.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.http.HttpServer2;
import org.tieredhdfs.mover.status.ServiceReport;

/**
 * A view of the service's state; it requires access to Hadoop's daemon pages, because it shows the
 * paths of all users. It takes no parameters and answers only GET and HEAD.
 */
abstract class ReportServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected final void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!HttpServer2.hasAdministratorAccess(getServletContext(), request, response)) {
      return;
    }
    @SuppressWarnings("unchecked") // only this project sets it
    Supplier<ServiceReport> service =
        (Supplier<ServiceReport>) getServletContext().getAttribute(WebFront.REPORT);
    byte[] body = render(service.get()).getBytes(StandardCharsets.UTF_8);
    response.setContentType(contentType());
    response.setHeader("Content-Security-Policy", Page.CONTENT_SECURITY_POLICY);
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Referrer-Policy", "no-referrer");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  @Override
  protected final void doTrace(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
  }

  abstract String contentType();

  abstract String render(ServiceReport report);
}
