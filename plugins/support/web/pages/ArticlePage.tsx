import { useParams } from 'react-router'
import { useT } from '#web/i18n'
import { pagePath, usePageTitle } from '#web/shell'
import { EmptyState, ErrorState, LoadingState, PageHeader, RichText } from '#web/ui'
import { useHelp } from '../use_help.js'

/** /help/{plugin}/{article}: one help article. */
export default function ArticlePage() {
  const t = useT()
  const { plugin, article } = useParams()
  const { data, error, refetch } = useHelp()
  const found = data?.data.find((one) => one.plugin === plugin && one.name === article)
  usePageTitle(found?.title)
  if (error) return <ErrorState asPage error={error} part="support" onRetry={() => void refetch()} />
  if (!data) return <LoadingState shape="page" count={4} />
  const trail = [{ label: t('support.help.title'), to: pagePath('support.help') ?? '' }]
  if (!found) {
    return (
      <>
        <PageHeader title={t('support.help.title')} trail={trail} />
        <EmptyState icon="search" title={t('support.help.gone')} text={t('support.help.none_text')} />
      </>
    )
  }
  return (
    <>
      <PageHeader title={found.title} trail={trail} />
      <RichText html={found.html} />
    </>
  )
}
