import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";

/** Which documents are pages of the documentation site, and where. `docs-site/.vitepress/config.js` uses it. */

const projectRoot = path.resolve(import.meta.dirname, "..");

interface Group {
  readonly text: string;
  readonly files: readonly string[];
}

/** In menu order. Files of docs/ not named here go under "More". */
const named: readonly Group[] = [
  { text: "Start", files: ["docs/README.md", "docs/first-hour.md", "docs/troubleshooting.md"] },
  {
    text: "Station owners",
    files: [
      "docs/configuration.md",
      "docs/music.md",
      "docs/programme.md",
      "docs/djs.md",
      "docs/accounts.md",
      "docs/chat-and-irc.md",
      "docs/moving-in.md",
    ],
  },
  {
    text: "On the internet",
    files: [
      "docs/going-public.md",
      "docs/behind-a-proxy.md",
      "docs/https.md",
      "docs/security.md",
      "docs/edges.md",
      "docs/nodes.md",
      "docs/hls.md",
      "docs/containers.md",
      "docs/service.md",
      "docs/several-stations.md",
      "docs/other-sites.md",
    ],
  },
  {
    text: "Running it",
    files: [
      "docs/backups.md",
      "docs/listeners.md",
      "docs/metrics.md",
      "docs/reports.md",
      "docs/retention.md",
      "docs/upgrades.md",
      "docs/removing.md",
      "docs/releases.md",
      "CHANGELOG.md",
    ],
  },
  { text: "DJs", files: ["docs/for-djs.md"] },
  { text: "Listeners", files: ["docs/for-listeners.md", "docs/bot-commands.md"] },
  {
    text: "Developers",
    files: [
      "docs/api.md",
      "docs/client.md",
      "ARCHITECTURE.md",
      "docs/sound-path.md",
      "docs/glossary.md",
      "CONTRIBUTING.md",
      "STYLE.md",
      "SECURITY.md",
      "docs/programme-compared.md",
    ],
  },
];

const files = globSync(["*.md", "docs/**/*.md"], { cwd: projectRoot }).toSorted();
const places = new Set(named.flatMap((group) => group.files));
const found: readonly Group[] = [
  ...named.map(({ text, files: wanted }) => ({
    text,
    files: wanted.filter((file) => existsSync(path.join(projectRoot, file))),
  })),
  {
    text: "More",
    files: files.filter((file) => /^docs\/[^/]+$|^README/.test(file) && !places.has(file)),
  },
  { text: "Step by step", files: files.filter((file) => file.startsWith("docs/contributing/")) },
  { text: "Decisions", files: files.filter((file) => file.startsWith("docs/decisions/")) },
  { text: "Measured", files: files.filter((file) => file.startsWith("docs/measured/")) },
];

/** Every document of the site, relative to the project. */
export const pages: readonly string[] = [...new Set(found.flatMap((group) => group.files))];

/** Path of a document on the site: `docs/decisions/README.md` is `decisions/index.md`. */
export function sitePath(file: string): string {
  if (file === "README.md") return "overview.md";
  if (file === "CONTRIBUTING.md") return "contributing/index.md";
  // security.md is taken by docs/security.md.
  if (file === "SECURITY.md") return "reporting.md";
  return file
    .replace(/^docs\//, "")
    .replace(/README\.md$/, "index.md")
    .toLowerCase();
}

/** The address of a document below the site's base: `/decisions/`. */
export function siteAddress(file: string): string {
  return `/${sitePath(file)
    .replace(/\.md$/, "")
    .replace(/(^|\/)index$/, "$1")}`;
}

/**
 * Target of a document's link on the site.
 * @returns null if the target is not a page: the sources are not on the site
 */
export function linkOnSite(document: string, link: string): string | null {
  if (/^(?:[a-z]+:|#|\/)/.test(link)) return link;
  const [name = "", anchor] = link.split("#");
  const target = path.posix.join(path.posix.dirname(document), name).replace(/\/$/, "/README.md");
  if (!pages.includes(target)) return null;
  return anchor === undefined ? siteAddress(target) : `${siteAddress(target)}#${anchor}`;
}

/** The anchor of a heading, in GitHub's format, so that links work in a checkout and on the site. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}

/** A document's first heading. */
function titleOf(file: string): string {
  const text = readFileSync(path.join(projectRoot, file), "utf8");
  const heading = /^# (?:\d+\. )?(.+)$/m.exec(text)?.[1] ?? file;
  return file === "README.md" ? "Overview" : heading.replaceAll("`", "");
}

/** The menu beside each page. */
export const sidebar = found
  .filter((group) => group.files.length > 0)
  .map(({ text, files: list }) => ({
    text,
    items: list.map((file) => ({ text: titleOf(file), link: siteAddress(file) })),
  }));
