package org.tieredhdfs.hdfs.types;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.HashMap;
import java.util.Map;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * The properties of {@code hdfs-site.xml} on the class path, read with the JDK alone.
 *
 * <p>Knows elements, attributes and XInclude as Hadoop does, but no variables: a storage type is
 * not described by one. A system property goes before the file. Immutable.
 */
final class HdfsSiteFile {
  private static final String NAME = "hdfs-site.xml";

  private final Map<String, String> properties;
  private final @Nullable String fault;

  private HdfsSiteFile(Map<String, String> properties, @Nullable String fault) {
    this.properties = properties;
    this.fault = fault;
  }

  /** Reads the first {@code hdfs-site.xml} that the class loaders see; empty if there is none. */
  static HdfsSiteFile onClassPath() {
    URL url = locate();
    if (url == null) {
      return new HdfsSiteFile(Map.of(), null);
    }
    try (InputStream in = url.openStream()) {
      return new HdfsSiteFile(read(in, url.toString()), null);
    } catch (SAXParseException e) {
      String where = url + " line " + e.getLineNumber();
      return new HdfsSiteFile(Map.of(), where + ": malformed XML: " + e.getMessage());
    } catch (IOException | SAXException | ParserConfigurationException e) {
      return new HdfsSiteFile(Map.of(), url + ": cannot be read: " + e.getMessage());
    }
  }

  private static @Nullable URL locate() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    URL url = context == null ? null : context.getResource(NAME);
    ClassLoader own = HdfsSiteFile.class.getClassLoader();
    return url != null || own == null ? url : own.getResource(NAME);
  }

  private static Map<String, String> read(InputStream in, String systemId)
      throws IOException, SAXException, ParserConfigurationException {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
    factory.setNamespaceAware(true);
    factory.setXIncludeAware(true);
    DocumentBuilder builder = factory.newDocumentBuilder();
    builder.setErrorHandler(new Thrower());
    Element root = builder.parse(in, systemId).getDocumentElement();
    Map<String, String> properties = new HashMap<>();
    NodeList elements = root.getElementsByTagName("property");
    for (int i = 0; i < elements.getLength(); i++) {
      Element property = (Element) elements.item(i);
      String name = part(property, "name");
      String value = part(property, "value");
      if (name != null && value != null) {
        properties.put(name.strip(), value);
      }
    }
    return properties;
  }

  private static @Nullable String part(Element property, String name) {
    if (property.hasAttribute(name)) {
      return property.getAttribute(name);
    }
    NodeList parts = property.getElementsByTagName(name);
    Node part = parts.getLength() == 0 ? null : parts.item(0);
    return part == null ? null : part.getTextContent();
  }

  /** The value of a key: a system property of that name, or what the file holds, or null. */
  @Nullable String get(@Nullable String key) {
    String override = key == null ? null : System.getProperty(key);
    return override != null ? override : properties.get(key);
  }

  /** Why the file could not be read, or null. */
  @Nullable String fault() {
    return fault;
  }

  /** Keeps the parser from printing to the process' standard error. */
  private static final class Thrower implements ErrorHandler {
    @Override
    public void warning(SAXParseException e) {
      // nothing that matters to a property list
    }

    @Override
    public void error(SAXParseException e) throws SAXException {
      throw e;
    }

    @Override
    public void fatalError(SAXParseException e) throws SAXException {
      throw e;
    }
  }
}
