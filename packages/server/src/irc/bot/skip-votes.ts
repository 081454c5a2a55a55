/** Who wants what is on air to be skipped. The next play begins without a vote. */
export interface SkipVotes {
  /** @returns how many have voted by now, and whether this one had before */
  add(vote: { readonly playId: string; readonly voterKey: string }): {
    readonly votes: number;
    readonly hadVoted: boolean;
  };
}

export function createSkipVotes(): SkipVotes {
  let playId: string | null = null;
  let voters = new Set<string>();
  return {
    add: (vote) => {
      if (vote.playId !== playId) voters = new Set();
      playId = vote.playId;
      const hadVoted = voters.has(vote.voterKey);
      voters.add(vote.voterKey);
      return { votes: voters.size, hadVoted };
    },
  };
}
