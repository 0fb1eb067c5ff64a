import { platformFetch } from '../api/platform_fetch.js'
import { bootstrap } from '../boot/bootstrap.js'

/** What was fetched anew once: what fails again stays as it is. */
const tried = new WeakMap<HTMLImageElement, string>()

async function fetchAnew(image: HTMLImageElement): Promise<void> {
  const { src } = image
  tried.set(image, src)
  const answer = await platformFetch(src)
  if (!answer.ok) return
  const address = URL.createObjectURL(await answer.blob())
  // Another one may be shown by now.
  if (image.src === src) image.src = address
  await image.decode().catch(() => undefined)
  URL.revokeObjectURL(address)
}

/**
 * In another system's frame whose browser keeps no cookie of ours a picture's own request carries no session. What could not be
 * shown is fetched as a call is; where cookies are kept nothing happens here.
 */
export function showFramedPictures(): void {
  if (!bootstrap.framed?.token) return
  const failed = ({ target }: Event) => {
    if (!(target instanceof HTMLImageElement) || tried.get(target) === target.src) return
    if (!target.src.startsWith(`${location.origin}/api/`)) return
    void fetchAnew(target).catch(() => undefined)
  }
  // An error of a picture does not bubble.
  document.addEventListener('error', failed, true)
}
