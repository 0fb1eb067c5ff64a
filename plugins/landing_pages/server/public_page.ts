import type { PublicPage } from '#core/contract/public_site'
import { isLandingKey, landingPath } from '../blocks.js'
import { pageOf } from './services/render.js'
import { publishedContent, publishedPages } from './services/store.js'

/** /landingpage/{ore|sir}: the published version of the site, with its courses. */
const page: PublicPage = async (visit) => {
  const { page: key } = visit.params
  if (!isLandingKey(key)) return null
  const content = await publishedContent(key)
  return content && pageOf(key, content, visit)
}

export const paths = async () => (await publishedPages()).map(landingPath)

export default page
