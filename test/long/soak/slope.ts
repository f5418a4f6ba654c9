/** How much memory a process had, and when. */
export interface Sample {
  seconds: number
  mb: number
}

/** The smallest sample of each stretch of so many samples. */
export function minimumOfEach(length: number, samples: readonly Sample[]): Sample[] {
  const stretches = Math.max(2, Math.floor(samples.length / length))
  const size = Math.ceil(samples.length / stretches)
  return Array.from({ length: stretches }, (_, index) =>
    samples.slice(index * size, (index + 1) * size).toSorted((a, b) => a.mb - b.mb),
  ).flatMap(([least]) => least ?? [])
}

/** The rise of the straight line with the least squares through samples, in MB an hour. */
export function slopePerHour(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [middle, height] = [mean(({ seconds }) => seconds), mean(({ mb }) => mb)]
  const covariance = mean(({ seconds, mb }) => (seconds - middle) * (mb - height))
  const variance = mean(({ seconds }) => (seconds - middle) ** 2)
  return (covariance / variance) * 3600
}
