import fastifySwagger, { type FastifyStaticSwaggerOptions } from "@fastify/swagger";
import fastifySwaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { describeApi, type ApiDescription } from "./api-description.ts";

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
