/** The question before clearing the queue. @param count entries, at least one */
export function clearQuestion(count: number) {
  const what =
    count === 1
      ? "This removes the one upcoming track"
      : `This removes all ${count} upcoming tracks`;
  return {
    title: "Clear the queue?",
    text: `${what} from the queue. The station goes on with tracks from the library.`,
    action: "Clear Queue",
  } as const;
}
