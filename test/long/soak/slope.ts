/** A process's memory at a time. */
export interface Sample {
  seconds: number
  mb: number
}

/** Returns the smallest sample of each group of consecutive samples. */
export function minimumOfEach(length: number, samples: readonly Sample[]): Sample[] {
  const stretches = Math.max(2, Math.floor(samples.length / length))
  const size = Math.ceil(samples.length / stretches)
  return Array.from({ length: stretches }, (_, index) =>
    samples.slice(index * size, (index + 1) * size).toSorted((a, b) => a.mb - b.mb),
  ).flatMap(([least]) => least ?? [])
}

/** Returns the slope of the least-squares line through samples, in MB per hour. */
export function slopePerHour(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [middle, height] = [mean(({ seconds }) => seconds), mean(({ mb }) => mb)]
  const covariance = mean(({ seconds, mb }) => (seconds - middle) * (mb - height))
  const variance = mean(({ seconds }) => (seconds - middle) ** 2)
  return (covariance / variance) * 3600
}
