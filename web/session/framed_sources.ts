import { useEffect, useState } from 'react'
import { platformFetch } from '../api/platform_fetch.js'
import { bootstrap } from '../boot/bootstrap.js'

// In another system's frame whose browser keeps no cookie of ours, what a player asks for by itself carries no session; a picture is
// fetched anew when it failed (framed_pictures.ts), a film, its poster and its captions say nothing and have to be asked for first.

const isOurs = (address: string) => new URL(address, location.href).href.startsWith(`${location.origin}/api/`)
const needsHelp = (address: string | null | undefined): address is string => Boolean(bootstrap.framed?.token && address && isOurs(address))

/** @param ask what the browser may use instead, and how it is let go of */
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
      // The player says that it has none.
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

/** Something small of ours that the browser asks for by itself, such as a poster. Undefined: on its way. */
export const useFramedBytes = (address: string | null | undefined) => useInstead(address, bytes)

/** Something large, which is read piece by piece: its route has one beside it, `/address`, for who has no cookie. Undefined: on its way. */
export const useFramedStream = (address: string | null | undefined) => useInstead(address, stream)
