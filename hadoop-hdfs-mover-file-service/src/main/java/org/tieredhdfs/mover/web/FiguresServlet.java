package org.tieredhdfs.mover.web;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
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
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("fileSystem", report.fileSystem());
    json.put("host", report.surroundings().host());
    json.put("startedMs", report.startedMs());
    json.put("open", report.open());
    json.put("waiting", report.waiting());
    json.put("delayed", report.delayed());
    json.put("running", report.running());
    json.put("oldestAgeMs", report.oldestAgeMs());
    json.put("transactionsBehind", report.transactionsBehind());
    json.put("filesByOutcome", report.filesByOutcome());
    json.put("blocksByReason", report.blocksByReason());
    json.put("filesGivenUp", report.filesGivenUp());
    json.put("replicasMoved", report.replicasMoved());
    json.put("bytesMoved", report.bytesMoved());
    json.put("bytesPerSecond", report.bytesPerSecond());
    json.put("limits", report.limits());
    json.put("rules", report.surroundings().rules());
    json.put("media", report.surroundings().media());
    json.put("requests", report.requests().stream().map(FiguresServlet::request).toList());
    json.put("ended", report.ended().stream().map(FiguresServlet::request).toList());
    json.put(
        "lastFailures",
        report.lastFailures().stream()
            .map(failure -> Map.of("atMs", failure.atMs(), "what", failure.sentence()))
            .toList());
    return JsonOutput.of(json);
  }

  private static Map<String, Object> request(RequestStatusProto status) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", status.getId());
    json.put("user", status.getUser());
    json.put("origin", status.getOrigin());
    json.put("path", status.getPath());
    json.put("paths", status.getPaths());
    json.put("acceptedMs", status.getAcceptedMs());
    json.put("files", status.getFilesFound());
    json.put("replicasMoved", status.getReplicasMoved());
    json.put("bytesMoved", status.getBytesMoved());
    json.put("failures", List.copyOf(status.getFailuresList()));
    json.put("state", status.getState().name());
    json.put("stage", status.getStage());
    json.put("waitingFor", List.copyOf(status.getWaitingForList()));
    return json;
  }
}
