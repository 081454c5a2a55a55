/** What is asked before the queue is cleared. @param count entries, at least one */
export function clearQuestion(count: number) {
  const what = count === 1 ? "The one upcoming track leaves" : `All ${count} upcoming tracks leave`;
  return {
    title: "Clear the queue?",
    text: `${what} the queue. The library goes on playing.`,
    action: "Clear Queue",
  } as const;
}
