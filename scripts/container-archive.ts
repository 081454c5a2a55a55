import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { StartUpError } from "@neonrelay/process/part";
import { projectRoot, runProgram } from "./stage.ts";

interface Wanted {
  /** Ends with `.gz`. */
  readonly file: string;
  /** Name of the loaded image. */
  readonly image: string;
  readonly commit: string;
  /** Path of buildah. */
  readonly buildah: string;
  /** From 1, fast, to 9, small. */
  readonly gzipLevel: number;
}

/**
 * Builds the image of deploy/Dockerfile and writes it as a gzipped archive for `podman load` and `docker load`. Uses
 * docker's format: the other one has no health checks.
 * @returns why there is no archive; null: it is written
 * @throws StartUpError when the image can't be built
 */
export async function writeContainerArchive(wanted: Wanted): Promise<string | null> {
  const { file, image, commit, buildah, gzipLevel } = wanted;
  const { error } = spawnSync(buildah, ["--version"], { stdio: "ignore" });
  if (error !== undefined) return "buildah is not installed";
  const plain = file.replace(/\.gz$/, "");
  const dockerfile = path.join(projectRoot, "deploy/Dockerfile");
  const named = [`--build-arg=COMMIT=${commit}`, `--tag=${image}`, `--file=${dockerfile}`];
  try {
    await run(buildah, "bud", "--format=docker", ...named, projectRoot);
    await run(buildah, "push", "--quiet", image, `docker-archive:${plain}:${image}`);
    await run("gzip", "--no-name", `-${gzipLevel}`, plain);
  } catch (problem) {
    rmSync(plain, { force: true });
    throw problem;
  }
  return null;
}

/** Passes its output through. */
async function run(program: string, ...parameters: readonly string[]): Promise<void> {
  const code = await runProgram(program, parameters);
  if (code !== 0)
    throw new StartUpError("The container archive could not be made: the message is above.");
}
