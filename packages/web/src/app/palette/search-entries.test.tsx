import { libraryGroupsCalls, showsCalls, tracksCalls } from "@neonrelay/contract/callers";
import type { Right, Track } from "@neonrelay/contract/callers";
import { testPolicy } from "@neonrelay/contract/test-settings";
import { expect, test } from "vitest";
import { Router } from "wouter";
import { sessionQuery } from "../../features/accounts/session-data.ts";
import { markupInPage, wordsOf } from "../../test-page.tsx";
import { findEntries } from "./palette-rules.ts";
import { useSearchEntries } from "./search-entries.ts";

const track: Track = {
  id: "7b1b9a56-3d0e-4c57-8f6f-2f0d4b1f9a22",
  kind: "file",
  title: "Retention",
  artist: "Null Cathedral",
  artists: ["Null Cathedral"],
  albumArtists: [],
  album: null,
  genre: null,
  duration: "3:24",
  durationMs: 204_000,
  bitrate: 192,
  albumArt: null,
  loudnessLufs: null,
  gainDb: 0,
  shortOfTargetDb: null,
  contentKind: "music",
  weightPercent: 100,
  isInRotation: true,
};

function Found({ typed }: { readonly typed: string }) {
  return findEntries(typed, useSearchEntries(typed)).map(({ name, found }) => (
    <p key={name}>
      {name}: {found.map(({ entry }) => entry.label).join(", ")}
    </p>
  ));
}

/** What a guest with those rights finds. */
function foundBy(rights: Right[], typed: string, tracks: readonly Track[] = [track]): string {
  const page = (
    <Router ssrPath="/">
      <Found typed={typed} />
    </Router>
  );
  const markup = markupInPage(page, (queryClient) => {
    const know = (key: readonly unknown[], data: unknown) => queryClient.setQueryData(key, data);
    know(sessionQuery.queryKey, { kind: "guest", rights, policy: testPolicy() });
    know([tracksCalls.searchTracks.path, typed], tracks);
    know(
      [libraryGroupsCalls.listArtists.path, { text: typed, limit: 3 }],
      [{ key: "retentive", name: "Retentive", artist: null }],
    );
    know([showsCalls.listShows.path], [{ slug: "retro", name: "Retro Tension" }]);
  });
  return wordsOf(markup);
}

test("the palette finds tracks, artists, shows and settings, and nothing that the visitor may not do", () => {
  expect(foundBy(["request", "queue_control", "system_config"], "reten")).toBe(
    "Tracks: Queue: Retention, Play next: Retention Artists: Retentive Shows: Retro Tension Settings: Retention",
  );
  expect(foundBy(["request"], "reten")).toBe(
    "Tracks: Queue: Retention Artists: Retentive Shows: Retro Tension",
  );
  expect(foundBy([], "reten")).toBe("Artists: Retentive Shows: Retro Tension");
});

test("one letter and the bot's commands search nothing", () => {
  expect(foundBy(["request", "system_config"], "r")).toBe("");
  expect(foundBy(["request", "system_config"], ".re")).toBe("");
});

test("[W228] the palette finds jingles for those who plan the programme only", () => {
  const tracks = [{ ...track, contentKind: "jingle", title: "Retention, Ident" } as const];

  expect(foundBy(["request"], "reten", tracks)).not.toContain("Ident");
  expect(foundBy(["request", "programme"], "reten", tracks)).toContain("Ident");
});
