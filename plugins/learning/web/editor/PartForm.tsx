import type { ReactNode } from 'react'
import type { PartContent, PartKind } from '#plugins/learning/server/editor/draft_types'
import type { Draft } from '#plugins/learning/server/transformers/editor_transformer'
import { AutosaveForm } from '#web/ui'
import { savePart, useMistakes } from './draft_queries.js'

type Edited = Exclude<PartKind, 'picture' | 'media'>

interface PartFormProps<K extends Edited> {
  draft: Draft
  kind: K
  /** Key of the part; empty for the course and its outline. */
  partKey?: string
  content: PartContent[K]
  children: ReactNode | ((form: { values: PartContent[K]; setValue: (name: string, value: unknown) => void }) => ReactNode)
}

/** A part of a draft as a form that saves automatically. Errors from the check of the whole draft are shown at its fields. */
export function PartForm<K extends Edited>({ draft, kind, partKey = '', content, children }: PartFormProps<K>) {
  const mistakes = useMistakes(draft.id, kind, partKey)
  return (
    <AutosaveForm<PartContent[K]>
      key={`${draft.id}:${kind}:${partKey}`}
      part="learning"
      draftKey={`learning.draft.${draft.id}.${kind}.${partKey}`}
      initialValues={content}
      version={String(draft.revisions[`${kind}:${partKey}`] ?? 0)}
      valuesOf={(current) => current as unknown as PartContent[K]}
      savedAt={draft.changed_at}
      mistakes={mistakes}
      save={async (values, version) => {
        const { revision, savedAt } = await savePart(draft.id, kind, partKey, Number(version), values)
        return { version: String(revision), savedAt }
      }}
    >
      {children}
    </AutosaveForm>
  )
}
