/** The requests for a start: what it would do and spend, and the start itself. */
import type { StartChoice } from '../../../../src/server/served/served-starts.ts'
import type { StartOffer } from '../../../../src/server/api/run/start-offer.ts'
import { request } from './request.ts'

export type { StartChoice } from '../../../../src/server/served/served-starts.ts'
export type { StartOffer } from '../../../../src/server/api/run/start-offer.ts'

/** parallel null: as chosen last, or as set. */
export const readOffer = (parallel: number | null, signal?: AbortSignal): Promise<StartOffer> =>
  request(
    'GET',
    `/api/runs/offer${parallel === null ? '' : `?parallel=${parallel}`}`,
    undefined,
    signal,
  )

/** unfinished: what to do with an unfinished run of the file; null: refuse. */
export const postStart = (
  { ask, ...choice }: StartChoice,
  { unfinished, onTop }: { readonly unfinished: 'new' | null; readonly onTop: boolean },
): Promise<{ run: string }> =>
  request('POST', '/api/runs', { ...choice, unfinished, on_top: onTop, remember: { ask } })
