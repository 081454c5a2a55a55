import fastifySwagger, { type FastifyStaticSwaggerOptions } from "@fastify/swagger";
import fastifySwaggerUi from "@fastify/swagger-ui";
import { callGroups, type Endpoint } from "@neonrelay/contract";
import {
  type CallDescription,
  describeCall,
  SESSION_SCHEME,
  sessionScheme,
} from "./call-description.ts";
import { describeComponents } from "./schema-description.ts";
import type { FastifyInstance } from "fastify";

/** The OpenAPI 3.1 document of the station's calls. */
interface ApiDescription {
  readonly openapi: "3.1.0";
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, CallDescription>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

const introduction = `The calls of a Neon Relay radio station. Bodies are JSON unless a call says otherwise, times are
ISO 8601 in UTC, and fields that end in \`Ms\` are in milliseconds.

**Who calls.** \`POST /api/users/login\` and \`POST /api/auth/access-code\` set a session cookie; send it back with every
call. A change that carries a cookie also needs an \`Origin\` header with the station's own scheme, host and port; a
program that sends no cookie needs none.

**Errors** have a matching status and a body \`{"error", "code", "field"?, "retryAt"?}\`: a sentence for people, a name
for programs, the invalid input, and when you can retry. Fields may be added to any answer.

**Long lists** come in pages: the header \`X-Total-Count\` has the total number of rows, and \`Link\` with \`rel="next"\`
the address of the next page.

**Live.** The socket at \`/ws\` sends every change as it happens, so you don't need to poll.`;

/** Describes the calls of the contract that are served. */
function describeApi(isServed: (endpoint: Endpoint) => boolean): ApiDescription {
  const paths: Record<string, Record<string, CallDescription>> = {};
  const tags: { name: string; description: string }[] = [];
  for (const { name, description, apis } of callGroups) {
    const calls = apis.flatMap((api) => Object.entries(api)).filter(([, call]) => isServed(call));
    if (calls.length > 0) tags.push({ name, description });
    for (const [operationId, endpoint] of calls) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
      const operations = (paths[path] ??= {});
      operations[endpoint.method.toLowerCase()] = describeCall({
        operationId,
        tag: name,
        endpoint,
      });
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Neon Relay",
      version: "1",
      description: introduction,
      license: { name: "GNU AGPL 3.0 or later", identifier: "AGPL-3.0-or-later" },
    },
    tags,
    paths,
    components: {
      schemas: describeComponents(),
      securitySchemes: { [SESSION_SCHEME]: sessionScheme },
    },
  };
}

/** Serves the OpenAPI document of the registered calls, and a page that shows it. */
export async function addDescription(app: FastifyInstance): Promise<void> {
  const document = describedLater(() =>
    describeApi(({ method, path }) => app.hasRoute({ method, url: path })),
  );
  app.get("/api/openapi.json", async () => document);
  await app.register(fastifySwagger, {
    mode: "static",
    // Its types know only OpenAPI 2 and 3.0; it passes the document on unchanged.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the contract's adapters
    specification: { document } as unknown as FastifyStaticSwaggerOptions["specification"],
  });
  await app.register(fastifySwaggerUi, {
    routePrefix: "/api/docs",
    staticCSP:
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    theme: { title: "Neon Relay API" },
    uiConfig: {
      layout: "BaseLayout", // hides the bar for choosing a document
      docExpansion: "list",
      displayOperationId: true,
    },
  });
}

/** Builds the document on first read: that takes a fifth of a second, and few ask for it. */
function describedLater(describe: () => ApiDescription): ApiDescription {
  let made: ApiDescription | undefined;
  const whole = () => (made ??= describe());
  return {
    get openapi() {
      return whole().openapi;
    },
    get info() {
      return whole().info;
    },
    get tags() {
      return whole().tags;
    },
    get paths() {
      return whole().paths;
    },
    get components() {
      return whole().components;
    },
  };
}
