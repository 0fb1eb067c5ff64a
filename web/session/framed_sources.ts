import { useEffect, useState } from 'react'
import { platformFetch } from '../api/platform_fetch.js'
import { bootstrap } from '../boot/bootstrap.js'

// In another system's frame without cookies a player's own requests carry no session. A picture is fetched after it failed
// (framed_pictures.ts); videos, posters and captions fail silently, so they are fetched first.

const isOurs = (address: string) => new URL(address, location.href).href.startsWith(`${location.origin}/api/`)
const needsHelp = (address: string | null | undefined): address is string => Boolean(bootstrap.framed?.token && address && isOurs(address))

/** @param ask returns the source to use and a function that releases it */
function useInstead(address: string | null | undefined, ask: (address: string) => Promise<{ url: string; free?: () => void }>) {
  const [found, setFound] = useState<{ of: string; url: string }>()
  useEffect(() => {
    if (!needsHelp(address)) return
    let isGone = false
    let free: (() => void) | undefined
    ask(address)
      .then((answer) => {
        free = answer.free
        if (isGone) free?.()
        else setFound({ of: address, url: answer.url })
      })
      // The player shows that there is none.
      .catch(() => !isGone && setFound({ of: address, url: address }))
    return () => {
      isGone = true
      free?.()
    }
  }, [address, ask])
  if (!needsHelp(address)) return address ?? undefined
  return found?.of === address ? found.url : undefined
}

async function fine(address: string): Promise<Response> {
  const answer = await platformFetch(address)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  return answer
}

async function bytes(address: string) {
  const url = URL.createObjectURL(await (await fine(address)).blob())
  return { url, free: () => URL.revokeObjectURL(url) }
}

async function stream(address: string) {
  const { data } = (await (await fine(`${address}/address`)).json()) as { data: { url: string } }
  return data
}

/** A small file that the browser requests by itself, such as a poster. Undefined while loading. */
export const useFramedBytes = (address: string | null | undefined) => useInstead(address, bytes)

/**
 * A large file that is read in ranges: its route has a second one, `/address`, for browsers without our cookie. Undefined while loading.
 */
export const useFramedStream = (address: string | null | undefined) => useInstead(address, stream)
