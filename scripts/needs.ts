import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import path from "node:path";
import type { Need } from "./need-rules.ts";

const program = (tag: string, name = tag): Need => ({
  tag,
  isThere: () =>
    (process.env["PATH"] ?? "")
      .split(path.delimiter)
      .some((folder) => globSync(path.join(folder, name)).length > 0),
  sign: `"${name}"`,
  isPackage: true,
});

const file = (
  tag: string,
  pattern: string,
  sign = pattern.slice(0, (pattern + "*").indexOf("*")),
): Need => ({
  tag,
  isThere: () => globSync(pattern).length > 0,
  sign,
  isPackage: true,
});

const forDeployment = (need: Need): Need => ({ ...need, isForDeployment: true });

/** Everything the tests need beyond Node and npm packages. */
export const needs: readonly Need[] = [
  program("git"),
  program("ffmpeg"),
  program("mpv"),
  program("ezstream"),
  program("ices2"),
  program("liquidsoap"),
  program("irssi"),
  program("weechat-headless"),
  file("weechat-plugins", "/usr/lib/*/weechat/plugins/fifo.so", '"weechat-headless"'),
  program("tmux"),
  program("openssl"),
  file("chromium", "/usr/bin/chromium", '"/usr/bin/chromium"'),
  file("chromium-headless-shell", "/usr/bin/chromium-headless-shell"),
  file("icecast2", "/usr/bin/icecast2"),
  file("ngircd", "/usr/sbin/ngircd"),
  file("inspircd", "/usr/sbin/inspircd"),
  file("atheme-services", "/usr/bin/atheme-services"),
  file("nats-server", "/usr/sbin/nats-server"),
  file("nginx", "/usr/sbin/nginx"),
  file("supysonic", "/usr/bin/supysonic-cli"),
  file("postgresql", "/usr/lib/postgresql/*/bin/initdb"),
  file("singularity-music", "/usr/share/games/singularity/music/Awakening.ogg"),
  {
    tag: "root",
    isThere: () => process.getuid?.() === 0,
    sign: '"--mount"',
    isPackage: false,
  },
  forDeployment({
    tag: "history",
    // A shallow clone lacks the commits whose stations are tested.
    isThere: () =>
      spawnSync("git", ["cat-file", "-e", "b7fd416b^{commit}"], { stdio: "ignore" }).status === 0,
    sign: "pastCommits",
    isPackage: false,
  }),
  forDeployment(file("caddy", "/usr/bin/caddy")),
  forDeployment(file("haproxy", "/usr/sbin/haproxy")),
  forDeployment(program("pebble")),
  forDeployment(program("podman")),
  forDeployment(program("podman-compose")),
  forDeployment(program("docker-compose")),
  forDeployment(program("buildah")),
  forDeployment(program("runc")),
  forDeployment(program("debootstrap")),
  forDeployment(program("curl")),
  forDeployment(program("systemd", "systemd-analyze")),
  forDeployment(program("iproute2", "ip")),
];

/** Needs of suites outside the area `deploy`. */
export const testNeeds = needs.filter(({ isForDeployment }) => isForDeployment !== true);

export function missingNeeds(all: readonly Need[]): readonly Need[] {
  return all.filter(({ isThere }) => !isThere());
}

/** Projects that can't run at all without a need: their server runs around them. */
export const projectNeeds: Readonly<Record<string, string>> = {
  postgres: "postgresql",
  "postgres-stations": "postgresql",
};
