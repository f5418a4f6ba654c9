import type { OfflineData, OfflineRequest, OfflineResponse } from './tables.ts'
export function answerRequest(_request: OfflineRequest, _data: OfflineData): OfflineResponse | undefined {
  return undefined
}
