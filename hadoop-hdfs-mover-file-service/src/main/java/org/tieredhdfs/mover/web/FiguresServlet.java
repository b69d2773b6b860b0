package org.tieredhdfs.mover.web;

import org.tieredhdfs.mover.status.ServiceReport;
import org.tieredhdfs.mover.text.JsonOutput;

/** The content of the page as JSON. */
public final class FiguresServlet extends ReportServlet {
  private static final long serialVersionUID = 1L;

  @Override
  String contentType() {
    return "application/json; charset=utf-8";
  }

  @Override
  String render(ServiceReport report) {
    return JsonOutput.of(report);
  }
}
