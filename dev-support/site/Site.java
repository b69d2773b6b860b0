import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.text.TextContentRenderer;

/**
 * Makes a site of the Markdown files of a tree: a page for each, what they link to beside it, and a check that
 * every link of every page leads somewhere. Run by dev-support/site.sh as a single source file.
 *
 * <p>Words: the tree, the folder to write to, then the Markdown files, relative to the tree.
 */
final class Site {
  private static final List<Extension> EXTENSIONS =
      List.of(TablesExtension.create(), HeadingAnchorExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
  private static final HtmlRenderer HTML = HtmlRenderer.builder().extensions(EXTENSIONS).build();
  private static final Pattern ID = Pattern.compile(" id=\"([^\"]+)\"");
  private static final Pattern REFERENCE = Pattern.compile("(?:href|src)=\"([^\"]+)\"");
  private static final List<String> MENU =
      List.of("README", "docs/README", "docs/quick-start", "docs/faq", "docs/configuration");
  private static final List<String> MENU_TEXTS =
      List.of("Tiered HDFS", "Documentation", "Quick start", "FAQ", "Configuration");
  private static final String STYLE =
      """
      body { margin: 0; font: 16px/1.55 sans-serif; color: #1a202c; background: #fff; }
      nav { padding: .6rem 1rem; background: #f4f6f8; border-bottom: 1px solid #d5dae1; }
      nav a { margin-right: 1.2rem; white-space: nowrap; }
      main { max-width: 62rem; margin: 0 auto; padding: 0 1rem 3rem; }
      h2 { margin-top: 2.2rem; border-bottom: 1px solid #d5dae1; }
      a { color: #1f5fa8; }
      table { display: block; overflow-x: auto; border-collapse: collapse; }
      th, td { padding: .3rem .6rem; border: 1px solid #d5dae1; text-align: left; vertical-align: top; }
      pre, code { background: #f4f6f8; font-size: .92em; }
      pre { padding: .7rem; overflow-x: auto; }
      p code, li code { overflow-wrap: anywhere; }
      @media (max-width: 45rem) { td:first-child { min-width: 10em; overflow-wrap: anywhere; } }
      img { max-width: 100%; }
      """;

  private final Path tree;
  private final Path out;
  private final Map<String, String> pages = new TreeMap<>();

  private Site(Path tree, Path out) {
    this.tree = tree;
    this.out = out;
  }

  public static void main(String[] words) throws IOException {
    Site site = new Site(Path.of(words[0]), Path.of(words[1]));
    for (String file : List.of(words).subList(2, words.length)) {
      site.make(file);
    }
    List<String> broken = site.broken();
    broken.forEach(System.err::println);
    System.out.println(site.pages.size() + " pages in " + site.out);
    System.exit(broken.isEmpty() ? 0 : 1);
  }

  private void make(String file) throws IOException {
    Node document = PARSER.parse(Files.readString(tree.resolve(file)));
    Path folder = Path.of(file).resolveSibling("");
    List<Path> targets = new ArrayList<>();
    List<String> titles = new ArrayList<>();
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Link link) {
            link.setDestination(rewritten(folder, link.getDestination(), targets));
            visitChildren(link);
          }

          @Override
          public void visit(Heading heading) {
            titles.add(TextContentRenderer.builder().build().render(heading));
            visitChildren(heading);
          }
        });
    String body = HTML.render(document);
    Matcher image = Pattern.compile("src=\"([^\"]+)\"").matcher(body);
    while (image.find()) {
      targets.add(folder.resolve(image.group(1)).normalize());
    }
    for (Path target : targets) {
      copy(target);
    }
    String page = file.replaceFirst("\\.md$", ".html");
    String up = "../".repeat(Path.of(file).getNameCount() - 1);
    StringBuilder menu = new StringBuilder();
    for (int i = 0; i < MENU.size(); i++) {
      menu.append("<a href=\"" + up + MENU.get(i) + ".html\">" + MENU_TEXTS.get(i) + "</a> ");
    }
    pages.put(page, body);
    write(page, titles.isEmpty() ? file : titles.get(0), "<nav>" + menu + "</nav>\n", body);
  }

  private void write(String page, String title, String menu, String body) throws IOException {
    Path path = out.resolve(page);
    Files.createDirectories(path.getParent());
    Files.writeString(
        path,
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
            + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
            + title.replace("&", "&amp;").replace("<", "&lt;")
            + "</title>\n<style>\n"
            + STYLE
            + "</style>\n"
            + menu
            + "<main>\n"
            + body
            + "</main>\n</html>\n");
  }

  /** Links to Markdown lead to its page, those to a folder to a list of its files. */
  private String rewritten(Path folder, String link, List<Path> targets) {
    if (link.contains("://") || link.startsWith("mailto:") || link.startsWith("#")) {
      return link;
    }
    int mark = link.indexOf('#');
    String path = mark < 0 ? link : link.substring(0, mark);
    String anchor = mark < 0 ? "" : link.substring(mark);
    if (path.endsWith(".md")) {
      return path.replaceFirst("\\.md$", ".html") + anchor;
    }
    Path target = folder.resolve(path).normalize();
    targets.add(target);
    return Files.isDirectory(tree.resolve(target)) ? path + "/index.html" : path;
  }

  private void copy(Path target) throws IOException {
    Path from = tree.resolve(target);
    if (!Files.isDirectory(from)) {
      Files.createDirectories(out.resolve(target).getParent());
      Files.copy(from, out.resolve(target), StandardCopyOption.REPLACE_EXISTING);
      return;
    }
    StringBuilder list = new StringBuilder("<h1>" + target + "</h1>\n<ul>\n");
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        String name = from.relativize(file).toString();
        if (!name.endsWith(".md")) {
          copy(target.resolve(name));
        }
        list.append("<li><a href=\"" + name.replaceFirst("\\.md$", ".html") + "\">" + name + "</a></li>\n");
      }
    }
    String page = target.resolve("index.html").toString();
    pages.put(page, list + "</ul>\n");
    write(page, target.toString(), "", list + "</ul>\n");
  }

  /** A sentence for each link within the site that leads nowhere. */
  private List<String> broken() throws IOException {
    List<String> broken = new ArrayList<>();
    for (String page : pages.keySet()) {
      Matcher references = REFERENCE.matcher(Files.readString(out.resolve(page)));
      while (references.find()) {
        String link = references.group(1);
        if (link.contains("://") || link.startsWith("mailto:")) {
          continue;
        }
        int mark = link.indexOf('#');
        String path = mark < 0 ? link : link.substring(0, mark);
        Path target = path.isEmpty() ? Path.of(page) : Path.of(page).resolveSibling(path).normalize();
        if (!Files.exists(out.resolve(target))) {
          broken.add(page + ": " + link + " leads nowhere");
        } else if (mark >= 0 && !ids(target).contains(link.substring(mark + 1))) {
          broken.add(page + ": " + link + " names no heading");
        }
      }
    }
    return broken;
  }

  private List<String> ids(Path page) {
    return ID.matcher(pages.getOrDefault(page.toString(), "")).results().map(found -> found.group(1)).toList();
  }
}
