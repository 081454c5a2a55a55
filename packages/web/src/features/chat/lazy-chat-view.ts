import { lazyPart } from "../../ui/lazy-part.tsx";

/** For who is in the channel; everybody else is asked for a name first. */
export const chatView = lazyPart(async () => (await import("./chat-view.tsx")).ChatView);
