import type {
  CurrentListener,
  ListenedShow,
  ListenedTrack,
  ListenerPlaces,
  ListeningHistory,
} from "@neonrelay/contract/callers";
import type { QueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { Router } from "wouter";
import { buttonsOf, markupInPage, wordsOf } from "../../test-page.tsx";
import { HistoryPanel } from "./history-panel.tsx";
import { ListenersPanel } from "./listeners-panel.tsx";
import { NowPanel } from "./now-panel.tsx";
import { PlacesPanel } from "./places-panel.tsx";
import { ListenersOfMyShows, ShowsPanel } from "./shows-panel.tsx";
import { TracksPanel } from "./tracks-panel.tsx";
// What the panels load on demand is there before they ask: an import that outlives the suite fails others.
import "./listening-curve.tsx";
import "./world-map.tsx";

const station = { timeZone: "Europe/Berlin", today: "2027-03-02" };
/** Two days of one's own. */
const period = "period=own&from=2027-03-01&to=2027-03-02";
const days = { from: "2027-03-01", to: "2027-03-02" };

function markupOf(
  panel: ReactElement,
  { search, know }: { readonly search: string; readonly know: (cache: QueryClient) => void },
): string {
  return markupInPage(
    <Router ssrPath="/listeners" ssrSearch={search}>
      {panel}
    </Router>,
    know,
  );
}

const listener: CurrentListener = {
  id: "4b1c8f52-0d3e-4c6a-9f17-2e5d8a7b6c90",
  since: "2027-03-01T18:30:00.000Z",
  seconds: 1260.4,
  mount: "/stream.mp3",
  via: "stream",
  edge: null,
  player: "VLC",
  device: "computer",
  country: "DE",
  subdivision: "BE",
};
const knowNow = (items: readonly CurrentListener[], total: number) => (cache: QueryClient) =>
  cache.setQueryData(["/api/listeners/now"], { items, total });

test("[W300] the page has a tab for each question, and names the station's time zone once", () => {
  const words = wordsOf(
    markupOf(<ListenersPanel />, {
      search: "tab=history",
      know: (cache) =>
        cache.setQueryData(["/api/listeners/history"], { ...history, steps: [stepOf(0)] }),
    }),
  );

  expect(words).toContain("Now History Tracks Shows Where and how");
  expect(words.match(/Europe\/Berlin/g)).toHaveLength(1);
});

test("[W301] a listener has player, device, country, mount, way in, begin and time listened", () => {
  const atEdge = { ...listener, id: "2", edge: "Tokyo", country: null, subdivision: null };
  const markup = markupOf(<NowPanel station={station} />, {
    search: "",
    know: knowNow([listener, atEdge], 2),
  });

  expect(wordsOf(markup)).toContain(
    "VLC Device Computer Country Germany, BE Mount /stream.mp3 Through Stream port Since Mon 1 Mar, 19:30 Listened 21:00",
  );
  expect(wordsOf(markup)).toContain("Country Unknown Mount /stream.mp3 Through Tokyo");
  expect(wordsOf(markup)).toContain("2 listeners.");
  expect(buttonsOf(markup)).toEqual({ "Disconnect VLC, since Mon 1 Mar, 19:30": "open" });
});

test("[W301] without listeners it says so, and with too many how many are shown", () => {
  const words = (items: readonly CurrentListener[], total: number) =>
    wordsOf(markupOf(<NowPanel station={station} />, { search: "", know: knowNow(items, total) }));

  expect(words([], 0)).toContain("No one listens now");
  expect(words([listener], 1200)).toContain(
    "1,200 listeners. The 1 who have listened longest are shown.",
  );
});

const sums = {
  seconds: 7200,
  averageListeners: 2,
  peakListeners: 4,
  sessions: 10,
  lostSessions: 0,
  uniques: null,
};
function stepOf(hour: number): ListeningHistory["steps"][number] {
  const at = (later: number) => new Date(Date.UTC(2027, 1, 28, 23 + hour + later)).toISOString();
  return { from: at(0), to: at(1), date: "2027-03-01", ...sums };
}
const history: ListeningHistory = {
  timeZone: "Europe/Berlin",
  step: "hour",
  steps: [stepOf(0), stepOf(1)],
  total: { ...sums, uniques: { average: 7.5, highest: 9 } },
};
const historyKey = (from: string, to: string) => [
  "/api/listeners/history",
  { from, to, step: "hour" },
];

test("[W304] figures stand beside those of the period before, in cards and step by step", () => {
  const words = wordsOf(
    markupOf(<HistoryPanel station={station} />, {
      search: period,
      know: (cache) => {
        cache.setQueryData(historyKey(days.from, days.to), history, {
          updatedAt: Date.parse("2027-03-02T12:00:00.000Z"),
        });
        cache.setQueryData(historyKey("2027-02-27", "2027-02-28"), {
          ...history,
          steps: [{ ...stepOf(0), date: "2027-02-27", averageListeners: 1.5 }],
          total: { ...sums, sessions: 4 },
        });
      },
    }),
  );

  expect(words).toContain("1 Mar 2027 to 2 Mar 2027, compared with 27 Feb 2027 to 28 Feb 2027.");
  expect(words).toContain("Sessions Before: 4 10");
  expect(words).toContain("Unique listeners a day Before: — 7.5, highest 9");
  expect(words).toContain("Average session Before: 30:00 12:00");
  expect(words).toContain("Mon 1 Mar, 00:00 Average 2.0 Average before 1.5 Peak 4");
  expect(words).toContain("Mon 1 Mar, 01:00 Average 2.0 Average before — Peak 4");
});

test("[W304] days without a listener say so, and lost sessions are named", () => {
  const words = (total: ListeningHistory["total"]) =>
    wordsOf(
      markupOf(<HistoryPanel station={station} />, {
        search: period,
        know: (cache) => cache.setQueryData(historyKey(days.from, days.to), { ...history, total }),
      }),
    );

  expect(words({ ...sums, seconds: 0, sessions: 0 })).toContain(
    "No one has listened in these days yet",
  );
  expect(words({ ...sums, lostSessions: 3 })).toContain(
    "Of 3 sessions only time, mount and country are known.",
  );
});

const track: ListenedTrack = {
  trackId: "1f0e8c52-6a0b-4d7e-9c3f-5b2a8d4e7f60",
  title: "Night Drive",
  artist: "Neon Coast",
  plays: 6,
  seconds: 43_200,
  atStart: 26,
  joined: 14,
  left: 11,
  leftEarly: 5,
  likes: 4,
  requests: 1,
};
const tracksMarkup = (view: string, sort: string) =>
  markupOf(<TracksPanel station={station} />, {
    search: `${period}&view=${view}`,
    know: (cache) =>
      cache.setQueryData(
        ["/api/listeners/tracks", { ...days, sort, order: "descending", limit: 50 }],
        { pages: [{ items: [track], total: 120 }], pageParams: [0] },
      ),
  });

test("[W307] tracks can be sorted by each figure, and more of them follow", () => {
  const markup = tracksMarkup("all", "seconds");

  expect(wordsOf(markup)).toContain(
    "Night Drive · Neon Coast Plays 6 Hours 12 h Joined 14 Left 11 Left within 30 s 5 Likes 4 Requests 1",
  );
  expect(markup.match(/aria-sort="[a-z]*"/g)).toEqual(['aria-sort="descending"']);
  expect(Object.keys(buttonsOf(markup))).toEqual([
    "CSV of the tracks shown",
    "Plays",
    "Hours",
    "Joined",
    "Left",
    "Left within 30 s",
    "Likes",
    "Requests",
    "Show More",
  ]);
});

test("[W308] what drives people away has the part of those who heard a track", () => {
  expect(wordsOf(tracksMarkup("away", "leftEarly"))).toContain(
    "Night Drive · Neon Coast Left within 30 s 5 Heard by 40 Rate 12.5 % Plays 6",
  );
});

const show: ListenedShow = {
  id: "3c8e4a17-9f2b-4d65-8e01-5a7b9c3d2f10",
  name: "Night Flight",
  broadcasts: 4,
  averageListeners: 41.5,
  plays: 60,
  seconds: 600_000,
  atStart: 198,
  joined: 14,
  left: 11,
  leftEarly: 3,
};
const knowShows = (of: object, shows: readonly ListenedShow[]) => (cache: QueryClient) =>
  cache.setQueryData(["/api/listeners/shows", of], shows);

test("[W309] shows have their listeners, for operators in the period, for hosts of the last 30 days", () => {
  const figures =
    "Night Flight Broadcasts 4 Average 41.5 Hours 167 h Plays 60 Joined 14 Left 11 Left within 30 s 3";
  const ofStation = markupOf(<ShowsPanel station={station} />, {
    search: period,
    know: knowShows(days, [show]),
  });
  const ofHost = (shows: readonly ListenedShow[]) =>
    wordsOf(
      markupOf(<ListenersOfMyShows />, {
        search: "",
        know: knowShows({ from: undefined, to: undefined }, shows),
      }),
    );

  expect(wordsOf(ofStation)).toContain(figures);
  expect(ofHost([show])).toContain("Who listened to your shows CSV");
  expect(ofHost([show])).toContain(figures);
  expect(ofHost([])).toContain("No show was on in these days");
});

const noPlaces: ListenerPlaces = {
  countries: [],
  players: [],
  devices: [],
  mounts: [],
  edges: [],
  via: [],
};
const placesMarkup = (places: Partial<ListenerPlaces>) =>
  markupOf(<PlacesPanel station={station} />, {
    search: period,
    know: (cache) =>
      cache.setQueryData(["/api/listeners/places", days], { ...noPlaces, ...places }),
  });
const place = (value: string | null, seconds: number) => ({ value, seconds, sessions: 2 });

test("[W310] places have names and their share of the listening time", () => {
  const words = wordsOf(
    placesMarkup({
      countries: [place("DE", 27_000), place(null, 9000)],
      edges: [place(null, 36_000)],
    }),
  );

  expect(words).toContain("Germany Share 75.0 % Hours 7.5 h Sessions 2");
  expect(words).toContain("Unknown Share 25.0 %");
  expect(words).toContain("The station itself Share 100.0 %");
  expect(wordsOf(placesMarkup({}))).toContain("No one has listened in these days yet");
});

test("[W311] without a known country a sentence stands in place of the map", () => {
  const sentence = "No country is known: the station has no file of addresses and countries.";

  expect(wordsOf(placesMarkup({ countries: [place(null, 9000)] }))).toContain(sentence);
  expect(wordsOf(placesMarkup({ countries: [place("DE", 9000)] }))).not.toContain(sentence);
});

test("[W303] days that can't be asked for have a reason, and no figures", () => {
  const words = wordsOf(
    markupOf(<ShowsPanel station={station} />, {
      search: "period=own&from=2027-03-02&to=2027-03-01",
      know: () => {},
    }),
  );

  expect(words).toContain("The last day is before the first.");
  expect(words).not.toContain("Broadcasts");
});
