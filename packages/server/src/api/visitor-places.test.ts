import { playlistsApi } from "@neonrelay/contract";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { addVisitorPlaces } from "./visitor-places.ts";

test.each(["listPlaylists", "listPlaylistTracks"] as const)(
  "[D4] a listener's %s counts towards the network's share, like a guest's search",
  async (name) => {
    const { access, isCostly } = playlistsApi[name];
    await using app = Fastify();
    const answer = Promise.withResolvers<void>();
    let refused = 0;
    app.addHook("onRequest", (request, _reply, done) => {
      const caller = { kind: "user", role: "listener", rights: [] };
      Object.assign(request, { caller, peer: { address: "198.51.100.1" } });
      done();
    });
    app.setErrorHandler(async (error, _request, reply) => {
      expect(error).toBeInstanceOf(ApiFailure);
      refused += 1;
      if (refused === 21) answer.resolve();
      await reply.code(429).send();
    });
    addVisitorPlaces(app);
    app.get("/", { config: { access, isCostly } }, async () => {
      await answer.promise;
      return {};
    });

    const all = await Promise.all(Array.from({ length: 25 }, () => app.inject("/")));

    expect(all.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4);
  },
);
