import { lazyPart } from "../../ui/lazy-part.tsx";

/** Loads after the first paint, except for visitors who have already joined. */
export const chatView = lazyPart(async () => (await import("./chat-view.tsx")).ChatView);
