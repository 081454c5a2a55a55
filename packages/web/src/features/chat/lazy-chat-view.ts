import { lazyPart } from "../../ui/lazy-part.tsx";

/** It comes after the first paint, but for those who are in the channel already. */
export const chatView = lazyPart(async () => (await import("./chat-view.tsx")).ChatView);
