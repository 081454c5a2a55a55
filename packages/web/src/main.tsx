import { QueryClientProvider } from "@tanstack/react-query";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { createStation } from "./app/create-station.ts";
import { ErrorBoundary } from "./frame/error-boundary.tsx";
import "./app/app.css";
import { firstAnswers } from "./app/first-answers.ts";
import { checkPageVersion } from "./browser/page-version.ts";
import { returnFocus } from "./browser/focus-return.ts";
import { ChatContext } from "./features/chat/chat-context.ts";
import { NotificationContext } from "./features/notifications/notification-store.ts";
import { PlayerContext } from "./features/player/player-context.ts";
import { HeardProgrammeContext } from "./features/player/heard-programme.ts";
import { SleepContext } from "./features/player/sleep/sleep-timer.ts";
import { SocketContext } from "./socket/socket-context.ts";
import { ToastContext } from "./ui/toast-store.ts";

const root = document.querySelector("#root");
if (root === null) throw new Error("index.html has no #root");

// One element for the life of the page, outside React: no render can interrupt it.
const audio = document.createElement("audio");
audio.preload = "none";
document.body.append(audio);
returnFocus(document);
// Vite reports every failed import: a missing file may belong to an older version.
window.addEventListener("vite:preloadError", () => void checkPageVersion());
// Evaluating the modules takes a phone long enough for one task.
setTimeout(() => start(root));

function start(element: Element): void {
  const { queryClient, socket, player, programme, toasts, notifications, chat, sleepTimer } =
    createStation(audio);

  const reactRoot = createRoot(element);
  // A transition, so that the browser can handle input in between.
  void firstAnswers(queryClient, location.pathname).then(() =>
    startTransition(() =>
      reactRoot.render(
        <StrictMode>
          <ErrorBoundary scope="frame">
            <QueryClientProvider client={queryClient}>
              <SocketContext value={socket}>
                <PlayerContext value={player}>
                  <HeardProgrammeContext value={programme}>
                    <ToastContext value={toasts}>
                      <NotificationContext value={notifications}>
                        <SleepContext value={sleepTimer}>
                          <ChatContext value={chat}>
                            <App />
                          </ChatContext>
                        </SleepContext>
                      </NotificationContext>
                    </ToastContext>
                  </HeardProgrammeContext>
                </PlayerContext>
              </SocketContext>
            </QueryClientProvider>
          </ErrorBoundary>
        </StrictMode>,
      ),
    ),
  );
}
