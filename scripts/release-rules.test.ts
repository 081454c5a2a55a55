import { readFileSync } from "node:fs";
import path from "node:path";
import { compareVersions } from "@neonrelay/process/program-version";
import { expect, test } from "vitest";
import {
  findReleaseObstacle,
  releaseChangelog,
  releasesSchema,
  setVersion,
} from "./release-rules.ts";
import { projectRoot } from "./stage.ts";

const changelog =
  "# Changelog\n\n## Unreleased\n\n### Start\n\n- One command.\n\n## 0.1.0\n\n- Old.\n";
const ready = {
  version: "0.2.0",
  current: "0.1.0",
  changelog,
  isTreeClean: true,
  isFirst: false,
} as const;

test("a clean tree with changelog entries can be released as a newer version", () => {
  expect(findReleaseObstacle(ready)).toBeNull();
});

test("a version that does not increase is refused; the first release may keep the current one", () => {
  const refused = ["0.1.0", "0.0.9", "0.1.0-beta.1"].map((version) =>
    findReleaseObstacle({ ...ready, version }),
  );

  expect(refused).toEqual([
    "0.1.0 is not newer than 0.1.0, the version in package.json.",
    "0.0.9 is not newer than 0.1.0, the version in package.json.",
    "0.1.0-beta.1 is not newer than 0.1.0, the version in package.json.",
  ]);
  expect(findReleaseObstacle({ ...ready, version: "0.1.0", isFirst: true })).toBeNull();
});

test("an invalid version, uncommitted changes and an empty changelog section are refused", () => {
  const empty = changelog.replace("### Start\n\n- One command.\n\n", "");
  const refused = [
    findReleaseObstacle({ ...ready, version: "v2" }),
    findReleaseObstacle({ ...ready, isTreeClean: false }),
    findReleaseObstacle({ ...ready, changelog: empty }),
  ];

  expect(refused).toEqual([
    '"v2" is not a version like 1.2.3 or 1.2.3-beta.1.',
    "There are uncommitted changes: commit them or put them away first.",
    "CHANGELOG.md lists nothing under Unreleased: say there what changes for users.",
  ]);
});

test("versions follow SemVer order", () => {
  const inOrder = [
    "1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1",
    "1.0.0 1.0.2 1.0.11 1.2.0 2.0.0",
  ].flatMap((versions) => versions.split(" "));

  expect(inOrder.toReversed().toSorted((one, other) => compareVersions(one, other) ?? 0)).toEqual(
    inOrder,
  );
});

test("unreleased entries move under the version, and later ones go above it", () => {
  expect(releaseChangelog(changelog, "0.2.0", "2030-01-02")).toBe(
    "# Changelog\n\n## Unreleased\n\n## 0.2.0 (2030-01-02)\n\n### Start\n\n- One command.\n\n## 0.1.0\n\n- Old.\n",
  );
});

test("the version is set in manifests and the lockfile, and nothing else changes", () => {
  const files = ["package.json", "package-lock.json", "packages/server/package.json"].map((file) =>
    readFileSync(path.join(projectRoot, file), "utf8"),
  );
  const { version } = releaseVersionOf(files[0] ?? "");

  for (const text of files) {
    const changed = setVersion(text, "9.8.7");

    expect(changed).not.toBe(text);
    expect(setVersion(changed, version)).toBe(text);
  }
});

test("the list of releases is readable and grows", () => {
  const text = readFileSync(path.join(projectRoot, "docs/releases.json"), "utf8");
  const versions = releasesSchema.parse(JSON.parse(text)).map(({ version }) => version);

  expect(versions.toSorted((one, other) => compareVersions(one, other) ?? 0)).toEqual(versions);
});

function releaseVersionOf(text: string): { version: string } {
  return { version: /"version": "([^"]+)"/.exec(text)?.[1] ?? "" };
}
