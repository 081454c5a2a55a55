import { testPolicy } from "@neonrelay/contract/test-settings";
import type { QueueItem, Right } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { buttonsOf, markupInPage, wordsOf } from "../../test-page.tsx";
import { sessionQuery } from "../accounts/index.ts";
import { queueQuery } from "./queue-query.ts";
import { QueuePanel } from "./queue-panel.tsx";

const item: QueueItem = {
  id: "0e6f8b1c-52c5-4f57-9d0a-6f1c7c3b8a11",
  track: {
    id: "7b1b9a56-3d0e-4c57-8f6f-2f0d4b1f9a22",
    kind: "file",
    title: "Midnight Uplink",
    artist: "Neon Relay",
    artists: ["Neon Relay"],
    albumArtists: [],
    album: "Demo",
    genre: "Synthwave",
    duration: "3:24",
    durationMs: 204_000,
    bitrate: 192,
    albumArt: null,
    loudnessLufs: -11.2,
    gainDb: -4.8,
    shortOfTargetDb: null,
    contentKind: "music",
    weightPercent: 100,
    isInRotation: true,
  },
  position: 1,
  requestedBy: "mira",
  addedBy: null,
};

/**
 * The panel for a guest with those rights.
 * @param items undefined: the station has not answered yet
 */
function panelMarkup({
  items,
  rights,
}: {
  readonly items: QueueItem[] | undefined;
  readonly rights: Right[];
}): string {
  return markupInPage(<QueuePanel />, (queryClient) => {
    queryClient.setQueryData(sessionQuery.queryKey, {
      kind: "guest",
      rights,
      policy: testPolicy(),
    });
    if (items !== undefined) queryClient.setQueryData(queueQuery.queryKey, items);
  });
}

test("until the station has answered, the queue says that it is loading, and its length is unknown", () => {
  const markup = panelMarkup({ items: undefined, rights: ["request"] });

  expect(wordsOf(markup)).toContain("Upcoming Tracks —");
  expect(markup).toContain("Loading queue");
});

test("an empty queue has nothing to clear", () => {
  const markup = panelMarkup({ items: [], rights: ["request", "queue_control"] });

  expect(wordsOf(markup)).toContain("Upcoming Tracks 0");
  expect(buttonsOf(markup)["Clear"]).toBe("closed");
});

test("users with the right can clear the queue, and each entry has a menu", () => {
  const markup = panelMarkup({ items: [item], rights: ["request", "queue_control"] });

  expect(wordsOf(markup)).toContain("Midnight Uplink");
  expect(buttonsOf(markup)).toMatchObject({
    Clear: "open",
    "Actions for Midnight Uplink": "open",
  });
});

test("[W228] a jingle is one line in the queue, named for those who may move it", () => {
  const jingle = { ...item.track, contentKind: "jingle", title: "Ident 3" } as const;
  const items = [{ ...item, track: jingle, requestedBy: null }];

  const seen = wordsOf(panelMarkup({ items, rights: ["request"] }));
  const operated = wordsOf(panelMarkup({ items, rights: ["request", "queue_control"] }));

  expect(seen).toContain("Jingle #1");
  expect(seen).not.toContain("Ident 3");
  expect(operated).toContain("Jingle · Ident 3 #1");
});

test("a request shows its requester; what an operator added says so", () => {
  const added = { ...item, id: item.track.id, requestedBy: null, addedBy: "ada" };
  const words = wordsOf(panelMarkup({ items: [item, added], rights: ["request"] }));

  expect(words).toContain("Neon Relay mira #1");
  expect(words).toContain("Neon Relay Added by ada");
});

test("users without the right see the queue without its buttons", () => {
  const markup = panelMarkup({ items: [item], rights: ["request"] });

  expect(wordsOf(markup)).toContain("Midnight Uplink");
  expect(Object.keys(buttonsOf(markup))).toEqual(["History"]);
});
