import { demoMusicApi, libraryApi } from "@neonrelay/contract";
import type { Database } from "../database/database.ts";
import { findLargeLibrary, type LibraryMeasure } from "./track-filter-store.ts";
import { measureLibrary } from "./track-store.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import type { StationEvents } from "../events/station-events.ts";
import type { DemoMusic, DemoStart } from "./demo-music.ts";
import { createLibraryFigure } from "./library-figure.ts";

const UNKNOWN_DURATION_MS = 4 * 60_000;

export const libraryFeature = feature(libraryApi, libraryHandlers);

function libraryHandlers({
  database,
  events,
}: {
  readonly database: Database;
  readonly events: StationEvents;
}): HandlersFor<typeof libraryApi> {
  const stats = createLibraryFigure({
    events,
    measure: async (kind: LibraryMeasure["kind"]) => {
      const wanted = { kind, unknownDurationMs: UNKNOWN_DURATION_MS };
      return (
        (await findLargeLibrary(database.connection, wanted)) ??
        (await measureLibrary(database.connection, wanted))
      );
    },
    nowMs: () => performance.now(),
  });
  return { getLibraryStats: async ({ query }) => await stats(query.kind) };
}

export const demoMusicFeature = feature(
  demoMusicApi,
  ({ library }: { readonly library: { readonly demo: DemoMusic } }) =>
    demoMusicHandlers(library.demo),
);

function demoMusicHandlers(demo: DemoMusic): HandlersFor<typeof demoMusicApi> {
  return {
    getDemoMusic: async () => demo.state,
    makeDemoMusic: async () => {
      const start = await demo.begin();
      if (start !== "begun") refuseDemo(start);
      return demo.state;
    },
  };
}

function refuseDemo(refusal: Exclude<DemoStart, "begun">): never {
  const error =
    refusal === "in-progress"
      ? "The demo tracks are already being created"
      : "The library already has music, or music whose files are missing; demo tracks are for an empty library";
  throw new ApiFailure({ error, code: "conflict" });
}
