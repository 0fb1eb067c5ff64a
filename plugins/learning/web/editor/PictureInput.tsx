import { Button, Typography } from '@mui/material'
import { useState } from 'react'
import type { Draft } from '#plugins/learning/server/transformers/editor_transformer'
import { request, toApiError, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { FileDrop, useFormState } from '#web/ui'
import { cachePart } from './draft_queries.js'

type Picture = Draft['pictures'][string] & { path: string }

/** Stores a picture for a draft. @returns the picture with the path by which texts refer to it @throws ApiError */
export async function uploadPicture(course: number, file: File): Promise<Picture> {
  const body = new FormData()
  body.set('picture', file)
  const { data } = await request<{ data: Picture }>(`/api/learning/editor/courses/${course}/draft/pictures`, { method: 'POST', body })
  cachePart(course, 'picture', data.path, data)
  return data
}

/** Accepted types of pictures of courses. */
export const PHOTO_TYPES = '.png,.jpg,.jpeg'
export const PICTURE_TYPES = `.svg,${PHOTO_TYPES}`
export const PICTURE_MB = 0.5

interface PictureInputProps {
  draft: Draft
  name: string
  label: string
  help?: string
  /** File extensions. Default: those of pictures. */
  accept?: string
}

/** A picture of the course; its value is the picture's path. */
export function PictureInput({ draft, name, label, help, accept = PICTURE_TYPES }: PictureInputProps) {
  const t = useT()
  const { ofError, ofField } = useErrorText()
  const { valueOf, setValue, errorOf } = useFormState()
  const [problem, setProblem] = useState<string | undefined>()
  const path = valueOf(name) as string | null
  const take = async (file: File | null) => {
    if (!file) return
    setProblem(undefined)
    try {
      setValue(name, (await uploadPicture(draft.id, file)).path)
    } catch (thrown) {
      const error = toApiError(thrown)
      setProblem(error.isValidation ? ofField(error.fields[0]!, 'learning') : ofError(error, 'learning'))
    }
  }
  return (
    <>
      <FileDrop
        label={label}
        value={null}
        onChange={(file) => void take(file)}
        accept={accept}
        maxSize={PICTURE_MB}
        error={problem ?? errorOf(name)}
        currentUrl={path ? (draft.pictures[path]?.url ?? null) : null}
      />
      {help && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: -2 }}>
          {help}
        </Typography>
      )}
      {path && (
        <Button color="inherit" sx={{ alignSelf: 'flex-start' }} onClick={() => setValue(name, null)}>
          {t('learning.editor.no_picture')}
        </Button>
      )}
    </>
  )
}
