import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { projectRoot, type Containers } from "./containers.ts";

const run = promisify(execFile);
const deployFolder = path.join(projectRoot, "deploy");

/** Ports of the services, which all share the host's network here. */
export interface ComposePorts {
  readonly web: number;
  readonly stream: number;
  readonly postgres: number;
  readonly https: number;
  readonly http: number;
}

/** The services of deploy/compose.yaml, on other ports. Disposing stops and removes them. */
export class ComposeProject implements AsyncDisposable {
  readonly #containers: Containers;
  readonly #call: (...parameters: readonly string[]) => Promise<unknown>;

  private constructor(
    containers: Containers,
    call: (...parameters: readonly string[]) => Promise<unknown>,
  ) {
    this.#containers = containers;
    this.#call = call;
  }

  /** @param settings contents of .env */
  static async up(
    containers: Containers,
    services: readonly string[],
    {
      ports,
      settings,
    }: { readonly ports: ComposePorts; readonly settings: Readonly<Record<string, string>> },
  ): Promise<ComposeProject> {
    const { folder } = containers;
    const file = path.join(folder, "compose.yaml");
    const compose = await readFile(path.join(deployFolder, "compose.yaml"), "utf8");
    await writeFile(file, onOneNetwork(compose, ports));
    const site = await readFile(path.join(deployFolder, "caddy/Caddyfile"), "utf8");
    const places = `http_port ${ports.http}\nhttps_port ${ports.https}\ndefault_bind 127.0.0.1`;
    await mkdir(path.join(folder, "caddy"));
    await writeFile(path.join(folder, "caddy/Caddyfile"), `{\nadmin off\n${places}\n}\n${site}`);
    const program = await containers.podmanProgram();
    const call = async (...parameters: readonly string[]) =>
      await run("podman-compose", ["--podman-path", program, "--file", file, ...parameters], {
        env: { ...process.env, ...settings },
      });
    const project = new ComposeProject(containers, call);
    try {
      await call("up", "--detach", ...services);
    } catch (error) {
      await project[Symbol.asyncDispose]();
      throw error;
    }
    return project;
  }

  /** A file in a service's container. */
  async read(service: string, file: string): Promise<string> {
    const filter = `label=com.docker.compose.service=${service}`;
    const id = await this.#containers.podman("ps", "--quiet", "--filter", filter);
    return await this.#containers.podman("exec", id, "cat", file);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#call("down");
  }
}

/** compose.yaml without its own network: each service has its own port, where the others find it. */
function onOneNetwork(compose: string, ports: ComposePorts): string {
  const lines = (variables: Readonly<Record<string, string | number>>) =>
    Object.entries(variables)
      .map(([name, value]) => `      ${name}: "${value}"\n`)
      .join("");
  const station = { PORT: ports.web, STREAM_PORT: ports.stream, IRC_LISTEN_PORT: 0 };
  return (
    compose
      .replace(/(?= {6}DATABASE_URL:)/, lines(station))
      .replace(/(?= {6}POSTGRES_USER:)/, lines({ PGPORT: ports.postgres }))
      .replace(/TRUST_PROXY: .+/, 'TRUST_PROXY: "127.0.0.1"')
      // Debian's podman-compose fails on a fixed address.
      .replace(/networks:\n +radio:\n +ipv4_address: .+/, "networks: [radio]")
      .replace("UPSTREAM: station:5000", `UPSTREAM: "127.0.0.1:${ports.web}"`)
  );
}
