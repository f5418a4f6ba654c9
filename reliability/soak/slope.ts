/** The rise of the straight line with the least squares through samples of memory. */
export function slopePerHour(samples: readonly { seconds: number; mb: number }[]): number {
  const mean = (of: (sample: { seconds: number; mb: number }) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [middle, height] = [mean(({ seconds }) => seconds), mean(({ mb }) => mb)]
  const covariance = mean(({ seconds, mb }) => (seconds - middle) * (mb - height))
  const variance = mean(({ seconds }) => (seconds - middle) ** 2)
  return (covariance / variance) * 3600
}
