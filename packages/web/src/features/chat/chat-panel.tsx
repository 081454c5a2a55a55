import { Suspense } from "react";
import { LoadingRows } from "../../ui/panel-state.tsx";
import { useChat } from "./chat-context.ts";
import { chatView } from "./lazy-chat-view.ts";

/**
 * The station's IRC channel.
 * @param isShown its tab is open
 */
export function ChatPanel({ isShown }: { readonly isShown: boolean }) {
  const { membership, announcement } = useChat();
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col max-lg:h-[68dvh] low:min-h-80 max-lg:flex-none in-data-[cramped=true]:h-auto! in-data-[cramped=true]:flex-1!">
        <Suspense fallback={<LoadingRows label="Loading chat" count={5} />}>
          <chatView.Part membership={membership} isShown={isShown} />
        </Suspense>
      </div>
      <output aria-live="polite" className="sr-only">
        {announcement}
      </output>
    </>
  );
}
