import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createQueryClient } from "./query-client.ts";
import { refresh } from "./refresh.ts";

test("data that changes during its first fetch is fetched again", async () => {
  const queryClient = createQueryClient();
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let fetches = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: ["/api/plan"],
    queryFn: async () => {
      const answer = answers[fetches];
      fetches += 1;
      return (await answer?.promise) ?? "";
    },
  });
  const stop = observer.subscribe(() => {});

  refresh(queryClient, ["/api/plan"]);
  answers[0]?.resolve("before the change");
  answers[1]?.resolve("after it");
  await expect.poll(() => observer.getCurrentResult().data).toBe("after it");
  stop();

  expect(fetches).toBe(2);
});
