import { useNavigate, useSearchParams } from 'react-router'
import { useT } from '#web/i18n'
import { LoadingState, PageHeader } from '#web/ui'
import { LinkForm } from '../components/LinkForm.js'
import { linkPath, listPath } from '../paths.js'
import { useLink } from '../queries.js'

/** /tools/bookinglink/aanmaken: a new link; `?like=` prefills it with the values of another. */
export default function CreatePage() {
  const t = useT()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const like = params.get('like')
  const { data, isPending } = useLink(like)
  if (like !== null && isPending) return <LoadingState shape="page" count={4} />
  return (
    <>
      <PageHeader title={t('booking_links.create.title')} trail={[{ label: t('booking_links.title'), to: listPath() }]} />
      <LinkForm link={null} like={data?.data ?? null} onDone={({ id }) => void navigate(linkPath(id))} />
    </>
  )
}
