import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

/** A registry with one package of its own that redirects to another registry for the rest. */
interface TestRegistry extends AsyncDisposable {
  readonly url: string;
}

/**
 * @param tarball as written by `npm pack`
 * @param manifest the package.json in it
 * @param upstream address of the registry with the rest
 */
export async function startTestRegistry({
  tarball,
  manifest,
  upstream,
}: {
  readonly tarball: Buffer;
  readonly manifest: { readonly name: string; readonly version: string };
  readonly upstream: string;
}): Promise<TestRegistry> {
  const { name, version } = manifest;
  const server = createServer((request, response) => {
    const wanted = request.url ?? "/";
    if (wanted === `/${name}/-/${name}-${version}.tgz`) response.end(tarball);
    else if (wanted === `/${name}`) response.end(JSON.stringify(describe()));
    else response.writeHead(302, { location: `${upstream.replace(/\/+$/, "")}${wanted}` }).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const describe = () => {
    const dist = {
      tarball: `${url}/${name}/-/${name}-${version}.tgz`,
      integrity: `sha512-${createHash("sha512").update(tarball).digest("base64")}`,
    };
    return {
      name,
      "dist-tags": { latest: version },
      versions: { [version]: { ...manifest, dist } },
    };
  };
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
