package org.tieredhdfs.mover.web;

import org.tieredhdfs.mover.status.ServiceReport;

/** The page for people. */
public final class PageServlet extends ReportServlet {
  private static final long serialVersionUID = 1L;

  @Override
  String contentType() {
    return "text/html; charset=utf-8";
  }

  @Override
  String render(ServiceReport report) {
    return Page.of(report, System.currentTimeMillis());
  }
}
