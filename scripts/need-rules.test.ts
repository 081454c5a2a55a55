import { expect, test } from "vitest";
import { createNeedFinder, missingWords, tagsIn, tellLeftOut } from "./need-rules.ts";

const mpv = { tag: "mpv", sign: '"mpv"', isPackage: true };
const root = { tag: "root", sign: '"--mount"', isPackage: false };

test("each suite that reaches a helper names the helper's needs, for the suite or for single tests", () => {
  const files = new Map([
    ["silent.test.ts", { text: "", imports: ["helper.ts"] }],
    ["whole.test.ts", { text: "// @module-tag mpv", imports: ["helper.ts"] }],
    ["single.test.ts", { text: '{ tags: ["root", "mpv"] }', imports: ["helper.ts"] }],
    ["other.test.ts", { text: "", imports: ["other.ts"] }],
    ["helper.ts", { text: "", imports: ["peer.ts", "silent.test.ts"] }],
    ["peer.ts", { text: 'start("mpv")', imports: [] }],
  ]);
  const finder = createNeedFinder(files, [mpv]);

  const found = [...files.keys()].map((name) => finder.unnamed(name).join());

  expect(found).toEqual(["mpv", "", "", "", "mpv", "mpv"]);
});

test("skipped tests are listed by reason, single tests by name and whole suites once", () => {
  const left = (suite: string, name: string, ...tags: string[]) => ({
    project: "sound",
    suite,
    name,
    tags,
  });
  const tests = [
    left("a.ts", "one plays", "mpv"),
    left("b.ts", "two plays", "ffmpeg", "mpv"),
    left("b.ts", "three plays", "mpv"),
    left("c.ts", "four is another user", "root"),
    left("d.ts", "five waits"),
  ];

  expect(tellLeftOut(tests, [mpv, root], new Set(["sound: b.ts"]))).toEqual([
    "left out, as the package mpv is missing:",
    "  sound: a.ts > one plays",
    "  sound: b.ts (2 tests)",
    "left out, as it needs root:",
    "  sound: c.ts > four is another user",
    "left out, with its reason in the suite:",
    "  sound: d.ts > five waits",
  ]);
});

test("a suite's tags are those of the suite and those of its single tests", () => {
  const text = '// @module-tag ffmpeg\n{ tags: ["root", "weechat-headless"] }\n{ tags: [] }';

  expect(tagsIn(text)).toEqual(new Set(["ffmpeg", "root", "weechat-headless"]));
});

test("missing needs are named, with the command that installs their packages", () => {
  const missing = [
    { tag: "mpv", isPackage: true },
    { tag: "root", isPackage: false },
    { tag: "nginx", isPackage: true },
  ];

  expect(missingWords(missing)).toBe(
    "The tests also need mpv, the rights of root, nginx. On Debian, install as root with:\n  apt-get install --no-install-recommends mpv nginx",
  );
  expect(missingWords(missing.slice(1, 2))).toBe("The tests also need the rights of root.");
});
