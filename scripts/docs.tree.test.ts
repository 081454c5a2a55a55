import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { knownVariables } from "../packages/launcher/src/config.ts";
import { documentation } from "../packages/web/src/ui/documentation.ts";
import { readCommandBlocks } from "./command-blocks.ts";
import { anchorOf, linkOnSite, pages, sidebar, siteAddress } from "./docs-pages.ts";
import { scenes } from "./screenshot-scenes.ts";
import { projectRoot } from "./stage.ts";

const documents = pages.map((name) => ({ name, text: read(name) }));
/** What people read who run a station, present or listen. */
const guides = documents.filter(({ name }) =>
  /^docs\/(?:measured\/)?[a-z-]+\.md$|^README/.test(name),
);

/** Words from other programs. */
const theirs = new Set(
  "IRC network|Main|Server|ADD|Audio|Preferences|Live Broadcasting|Enable dynamic update of metadata|Options".split(
    "|",
  ),
).add("Enable Live Broadcasting");

function read(name: string): string {
  return readFileSync(path.join(projectRoot, name), "utf8");
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, "").replaceAll(/`[^`]*`/g, "");
}

test("a test runs every command of the documents, or the block says why not", () => {
  const blocks = documents.flatMap(({ name, text }) => readCommandBlocks(name, text));
  const unknown = blocks.filter(({ mark }) => mark.kind === "unknown");

  const elsewhere = blocks.filter(
    ({ document, mark }) =>
      mark.kind === "run-by" &&
      !read(`packages/test-station/deploy/${mark.suite}.test.ts`).includes(`"${document}"`),
  );

  // Write ```sh run="station" (or "start", "stopped"), run-by="service.deploy" or not-run="the reason":
  // scripts/command-blocks.ts.
  expect(unknown.map(({ document, line }) => `${document}:${line}`)).toEqual([]);
  expect(elsewhere.map(({ document, line }) => `${document}:${line}`)).toEqual([]);
  expect(blocks.filter(({ mark }) => mark.kind === "run").length).toBeGreaterThan(15);
});

test("every link to a heading leads to one", () => {
  const missing = documents.flatMap(({ name, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].flatMap(
      ([, file = "", anchor]) => {
        const target = file === "" ? name : path.posix.join(path.posix.dirname(name), file);
        const headings = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
          anchorOf(heading.replaceAll("`", "")),
        );
        return headings.includes(anchor ?? "") ? [] : [`${name}: ${file}#${anchor}`];
      },
    ),
  );

  expect(missing).toEqual([]);
});

test("the web app links to pages and headings that the documentation has", () => {
  const targets = documents.flatMap(({ name, text }) => {
    const address = `/docs${siteAddress(name)}`;
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));
    return [address, ...headings.map((anchor) => `${address}#${anchor}`)];
  });

  expect(Object.values(documentation).filter((link) => !targets.includes(link))).toEqual([]);
});

test("screens and buttons have the names that the documents give them", () => {
  const shown = readShownTexts();
  const unknown = guides.flatMap(({ name, text }) =>
    [...withoutCode(text).matchAll(/(?<![\w_])_([A-Z][^_]*)_(?![\w_])/g)]
      .map(([, quoted = ""]) => quoted.replaceAll(/\s+/g, " "))
      .filter((quoted) => !shown.has(quoted) && !theirs.has(quoted))
      .map((quoted) => `${name}: ${quoted}`),
  );
  const unmarked = guides.flatMap(({ name, text }) =>
    [...withoutCode(text).matchAll(/(?<![_[])Settings, [A-Z]\w*/g)].map(
      ([found]) => `${name}: ${found}`,
    ),
  );

  expect(unknown).toEqual([]);
  // Write _Settings_, _System_: only such names are compared.
  expect(unmarked).toEqual([]);
});

/** Every complete text in the web app's source: in quotes, or between tags. */
function readShownTexts(): ReadonlySet<string> {
  const sources = globSync("packages/web/src/**/*.{ts,tsx}", { cwd: projectRoot })
    .filter((name) => !/\.test\.|\/test-/.test(name))
    .map((name) => read(name).replaceAll(/^\s*(?:\/[/*]|\*).*$/gm, ""));
  const places = [/"([^"\n]+)"/g, /`([^`$]+)`/g, /[>}]([^<>{}"`;=]+)(?=[<{])/g];
  return new Set(
    sources.flatMap((source) =>
      places.flatMap((place) =>
        [...source.matchAll(place)].map(([, text = ""]) => text.replaceAll(/\s+/g, " ").trim()),
      ),
    ),
  );
}

test("docs/configuration.md lists every environment variable of the station", () => {
  const page = read("docs/configuration.md");

  expect(knownVariables.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test("every environment variable of the documents is one of the station, or of what it names", () => {
  const sources = globSync(
    ["packages/launcher/src/*.ts", "packages/process/src/*.ts", "deploy/**/*", "scripts/*.ts"],
    { cwd: projectRoot, withFileTypes: true },
  )
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
  const unknown = guides.flatMap(({ name, text }) =>
    [...text.matchAll(/^```ini\n([\s\S]*?)^```/gm)]
      .flatMap(([, code = ""]) => [...code.matchAll(/^(\w+)=/gm)])
      .filter(([, variable]) => !new RegExp(`\\b${variable}\\b`).test(sources))
      .map(([, variable]) => `${name}: ${variable}`),
  );

  expect(unknown).toEqual([]);
});

test("every picture in the documents is taken by `npm run screenshots`, or is a plot of `npm run bench`", () => {
  const taken = scenes.flatMap(({ name, isMain }) =>
    (isMain ? [1440, 1024, 390] : [1440]).map((width) => `docs/screenshots/${name}-${width}.webp`),
  );
  const others = documents.flatMap(({ name, text }) =>
    [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)]
      .map(([, image = ""]) => path.posix.join(path.posix.dirname(name), image))
      // Compared with the results by bench/pages.test.ts.
      .filter((image) => !taken.includes(image) && !image.startsWith("docs/measured/plots/")),
  );

  expect(others).toEqual([]);
});

test("a page has one address, and is in the menu once", () => {
  const links = sidebar.flatMap(({ items }) => items.map(({ link }) => link));

  expect(new Set(links).size).toBe(links.length);
  expect(links.toSorted()).toEqual(pages.map(siteAddress).toSorted());
});

test.each([
  ["docs/https.md", "behind-a-proxy.md#nginx", "/behind-a-proxy#nginx"],
  ["README.md", "docs/decisions/README.md", "/decisions/"],
  ["docs/music.md", "../README.md#read-on", "/overview#read-on"],
  ["docs/decisions/README.md", "0001-processes.md", "/decisions/0001-processes"],
  ["docs/https.md", "https://radio.example/", "https://radio.example/"],
  ["docs/https.md", "#check-it", "#check-it"],
  ["docs/behind-a-proxy.md", "../deploy/caddy/Caddyfile", null],
])("in %s a link to %s points to %s", (document, link, target) => {
  expect(linkOnSite(document, link)).toBe(target);
});

test("a block of commands states what it needs", () => {
  const text = [
    '```sh run="station" exits="0 3" goes-on',
    "station doctor",
    "```",
    '```sh not-run="needs your domain"',
    "certbot",
    "```",
    '```sh run-by="service.deploy"',
    "useradd",
    "```",
    "```sh",
    "rm",
    "```",
    "```ini",
    "PORT=1",
    "```",
  ].join("\n");

  expect(readCommandBlocks("a.md", text).map(({ line, mark }) => ({ line, mark }))).toEqual([
    { line: 1, mark: { kind: "run", needs: "station", exits: [0, 3], goesOn: true } },
    { line: 4, mark: { kind: "not-run", reason: "needs your domain" } },
    { line: 7, mark: { kind: "run-by", suite: "service.deploy" } },
    { line: 10, mark: { kind: "unknown", info: "" } },
  ]);
});
