package org.tieredhdfs.mover.web;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * The health check: whether this instance is active or standby. It shows no paths and no users, so
 * it is open to every user who passes Hadoop's HTTP authentication.
 */
public final class HealthServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    @SuppressWarnings("unchecked") // only this project sets it
    Supplier<Map<String, Object>> health =
        (Supplier<Map<String, Object>>) getServletContext().getAttribute(WebFront.HEALTH);
    byte[] body = MAPPER.writeValueAsBytes(health.get());
    response.setContentType("application/json; charset=utf-8");
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  @Override
  protected void doTrace(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
  }
}
