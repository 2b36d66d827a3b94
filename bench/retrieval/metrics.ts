/** Quality of one ranking or the mean of many, each 0 to 1. */
export interface Quality {
  ndcg10: number;
  recall10: number;
  reciprocalRank: number;
}

/** Scores the first ten results by graded gains: nDCG with linear gains, recall, and 1 / rank of the first hit. */
export function judge(ranking: readonly string[], relevant: Readonly<Record<string, number>>): Quality {
  const gains = ranking.slice(0, 10).map((id) => relevant[id] ?? 0);
  const ideal = Object.values(relevant)
    .sort((a, b) => b - a)
    .slice(0, 10);
  const found = gains.filter((gain) => gain > 0).length;
  const first = gains.findIndex((gain) => gain > 0);
  return {
    ndcg10: discounted(gains) / discounted(ideal),
    recall10: found / Object.values(relevant).filter((gain) => gain > 0).length,
    reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
  };
}

export function meanQuality(qualities: readonly Quality[]): Quality {
  const mean = (pick: (quality: Quality) => number): number =>
    qualities.reduce((sum, quality) => sum + pick(quality), 0) / qualities.length;
  return {
    ndcg10: mean(({ ndcg10 }) => ndcg10),
    recall10: mean(({ recall10 }) => recall10),
    reciprocalRank: mean(({ reciprocalRank }) => reciprocalRank),
  };
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
}
