import { Button } from '@mui/material'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import type { Draft } from '#plugins/learning/server/transformers/editor_transformer'
import { useT } from '#web/i18n'
import { EmptyState, ErrorState, LoadingState } from '#web/ui'
import { useDraft } from './draft_queries.js'
import { overviewPath } from './editor_paths.js'

/** Loads the draft in the URL; shows an error in its place. */
export function DraftPage({ children }: { children: (draft: Draft) => ReactNode }) {
  const t = useT()
  const course = Number(useParams().course) || 0
  const { data, error, isPending, refetch } = useDraft(course)
  if (isPending) return <LoadingState shape="page" count={6} />
  if (error || !data)
    return <ErrorState asPage error={error} part="learning" title={t('learning.editor.failed_to_load')} onRetry={() => void refetch()} />
  return children(data.data)
}

/** Shown in place of a part that is not, or no longer, in the draft. */
export function MissingPart() {
  const t = useT()
  return (
    <EmptyState
      asPage
      icon="search"
      title={t('learning.editor.part_gone')}
      text={t('learning.editor.part_gone_text')}
      action={
        <Button variant="outlined" component={Link} to={overviewPath()}>
          {t('learning.overview.title')}
        </Button>
      }
    />
  )
}

/** A name in the first language that has one. */
export function nameOf(text: Readonly<Record<string, string>>, languages: readonly string[], fallback: string): string {
  return languages.map((language) => text[language]?.trim()).find(Boolean) || fallback
}
