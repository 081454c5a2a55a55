import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { buttonsOf, wordsOf } from "../test-page.tsx";
import { PartNotLoadedError } from "../ui/lazy-part.tsx";
import { ErrorBoundary, Failure, failureWords } from "./error-boundary.tsx";

const lost = new PartNotLoadedError("the file is gone");

type Place = Parameters<typeof Failure>[0]["place"];

function markupAt(place: Place): string {
  return renderToStaticMarkup(<Failure place={place} error={lost} onRetry={() => {}} />);
}

test("a failed part is replaced in its place, and nowhere else", () => {
  const shown = (["page", "panel", "dialog", "control", "unseen"] as const).map((scope) => {
    const markup = markupAt({ scope, beside: <p>The player</p>, onClose: () => {} });
    return [scope, wordsOf(markup), Object.keys(buttonsOf(markup))];
  });

  const words = "This part could not be loaded One of its files did not arrive.";
  expect(shown).toEqual([
    ["page", `${words} Try Again Reload Page The player`, ["Try Again", "Reload Page"]],
    ["panel", `${words} Try Again Reload Page The player`, ["Try Again", "Reload Page"]],
    ["dialog", `${words} Try Again Reload Page Close`, ["Try Again", "Reload Page", "Close"]],
    ["control", "", ["This part could not be loaded. Try Again"]],
    ["unseen", "", []],
  ]);
});

test("a page's error has an h1, a part's an h2", () => {
  const levelAt = (place: Place) => /<(h\d)/.exec(markupAt(place))?.[1];

  expect([
    levelAt({ scope: "frame" }),
    levelAt({ scope: "page", beside: null }),
    levelAt({ scope: "panel" }),
  ]).toEqual(["h1", "h1", "h2"]);
});

test("a boundary shows its children until one of them fails", () => {
  const boundary = new ErrorBoundary({ scope: "panel", children: "the queue" });
  const before = boundary.render();

  boundary.state = ErrorBoundary.getDerivedStateFromError(lost);

  expect(before).toBe("the queue");
  expect(wordsOf(renderToStaticMarkup(boundary.render()))).toContain("could not be loaded");
});

test("a missing file is retried, or belongs to an older version; any other error is the app's", () => {
  const broken = new Error("this browser knows no dates");
  broken.stack = "where it broke";

  expect([
    failureWords(lost, false),
    failureWords(lost, true),
    failureWords(broken, true),
    failureWords("thrown by hand", false).details,
  ]).toEqual([
    {
      title: "This part could not be loaded",
      text: "One of its files did not arrive.",
      isForReload: false,
      details: undefined,
    },
    {
      title: "A new version of this page is ready",
      text: "This part needs it. Reloading interrupts the sound for a moment.",
      isForReload: true,
      details: undefined,
    },
    {
      title: "Application Error",
      text: "The application encountered an error. This might be due to browser compatibility on OpenBSD.",
      isForReload: false,
      details: "where it broke",
    },
    "thrown by hand",
  ]);
});
