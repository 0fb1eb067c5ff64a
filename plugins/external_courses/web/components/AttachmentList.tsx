import { Box, IconButton, Link, Stack, Typography } from '@mui/material'
import type { AttachmentView } from '../../server/transformers/course_transformer.js'
import { urlFor } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { Icon } from '#web/ui'

interface AttachmentListProps {
  files: readonly AttachmentView[]
  onRemove?: (file: AttachmentView) => void
}

/** Proof, to download and, with permission, to remove. */
export function AttachmentList({ files, onRemove }: AttachmentListProps) {
  const t = useT()
  const format = useFormat()
  if (!files.length) return null
  return (
    <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {files.map((file) => (
        <Stack
          component="li"
          key={file.id}
          direction="row"
          sx={{
            gap: 3,
            py: 2,
            alignItems: 'center',
            borderBottom: '1px solid',
            borderColor: 'divider',
            '&:last-of-type': { borderBottom: 0 },
          }}
        >
          <Icon name="attachment" sx={{ color: 'text.secondary' }} />
          <Box sx={{ minWidth: 0, flex: 1 }}>
            <Link
              href={urlFor.get('external_courses.attachments.file', { attachment: file.id }).url}
              download
              sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}
            >
              {file.name}
            </Link>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {[file.description, t('external_courses.files.size', { size: format.number(Math.max(1, Math.round(file.size / 1024))) })]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
          </Box>
          {onRemove && (
            <IconButton aria-label={t('external_courses.files.remove_of', { name: file.name })} onClick={() => onRemove(file)}>
              <Icon name="delete" />
            </IconButton>
          )}
        </Stack>
      ))}
    </Stack>
  )
}
