package org.tieredhdfs.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * What the POM of a module says of it.
 *
 * @param folder of the module, below the root of the project
 * @param holds what is in it
 * @param runsOn where that runs
 */
record ModulePom(String folder, String holds, String runsOn) {

  /** All modules below a POM, in the order in which the POMs name them. */
  static List<ModulePom> below(Path root) throws IOException {
    List<ModulePom> modules = new ArrayList<>();
    collect(root, "", modules);
    return modules;
  }

  private static void collect(Path root, String folder, List<ModulePom> modules)
      throws IOException {
    Document pom = parse(root.resolve(folder).resolve("pom.xml"));
    NodeList children = pom.getElementsByTagName("module");
    if (children.getLength() == 0) {
      modules.add(new ModulePom(folder, only(pom, "description"), only(pom, "module.runs.on")));
    }
    for (int i = 0; i < children.getLength(); i++) {
      String name = children.item(i).getTextContent().strip();
      collect(root, folder.isEmpty() ? name : folder + "/" + name, modules);
    }
  }

  private static String only(Document pom, String element) {
    NodeList found = pom.getElementsByTagName(element);
    if (found.getLength() != 1) {
      throw new IllegalStateException(
          pom.getDocumentURI() + " has to have one <" + element + ">, found " + found.getLength());
    }
    return found.item(0).getTextContent().strip().replaceAll("\\.$", "");
  }

  private static Document parse(Path pom) throws IOException {
    try (var in = Files.newInputStream(pom)) {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return factory.newDocumentBuilder().parse(in, pom.toUri().toString());
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(pom + " is no POM", e);
    }
  }
}
