import { expect, test } from "vitest";
import { isInstalled, type LockedPackage } from "./installed.mjs";

/** The package-lock.json of a small project. */
const wanted = {
  "": { version: "1.0.0" },
  "packages/launcher": { version: "1.0.0" },
  "node_modules/fastify": { version: "5.0.0", integrity: "sha512-a" },
  "node_modules/vite": { version: "8.0.0", integrity: "sha512-b", dev: true },
  "node_modules/codec-here": {
    version: "1.0.0",
    optional: true,
    os: [process.platform],
    cpu: [process.arch],
  },
  "node_modules/codec-elsewhere": { version: "1.0.0", optional: true, os: ["aix"], cpu: ["ppc64"] },
};

/** npm's record, without the given entries. */
function without(...leftOut: readonly (keyof typeof wanted)[]): Record<string, LockedPackage> {
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([place]) => place.includes("/") && !leftOut.some((left) => left === place),
    ),
  );
}

const production = without("node_modules/vite", "node_modules/codec-elsewhere");

test("`npm ci --omit=dev` installs all the station needs, but not all a build needs", () => {
  expect(isInstalled({ wanted, installed: production, withDevelopment: false })).toBe(true);
  expect(isInstalled({ wanted, installed: production, withDevelopment: true })).toBe(false);
  expect(
    isInstalled({
      wanted,
      installed: without("node_modules/codec-elsewhere"),
      withDevelopment: true,
    }),
  ).toBe(true);
});

test.each([
  { what: "nothing is installed", installed: undefined },
  { what: "a package is missing", installed: without("node_modules/fastify") },
  {
    what: "a native package for this machine is missing",
    installed: without("node_modules/codec-here"),
  },
  {
    what: "a package has another version",
    installed: {
      ...wanted,
      "node_modules/fastify": { version: "4.9.0", integrity: "sha512-z" },
    },
  },
  {
    what: "a package has another content",
    installed: {
      ...wanted,
      "node_modules/fastify": { version: "5.0.0", integrity: "sha512-z" },
    },
  },
])("when $what, the start installs it", ({ installed }) => {
  expect(isInstalled({ wanted, installed, withDevelopment: false })).toBe(false);
});
