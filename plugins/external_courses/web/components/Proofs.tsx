import { Box, Link, Stack, Typography } from '@mui/material'
import type { AttachmentView } from '../../server/transformers/course_transformer.js'
import { urlFor } from '#web/api'
import { useT } from '#web/i18n'
import { Icon } from '#web/ui'

/** The attached proof, large enough to read: photos here, a PDF in its own tab. */
export function Proofs({ files }: { files: readonly AttachmentView[] }) {
  const t = useT()
  if (!files.length) return <Typography sx={{ color: 'text.secondary' }}>{t('external_courses.review.no_files')}</Typography>
  return (
    <Stack sx={{ gap: 3 }}>
      {files.map((file) => {
        const { url } = urlFor.get('external_courses.attachments.file', { attachment: file.id })
        const isPhoto = /\.(png|jpe?g)$/i.test(file.name)
        return (
          <Link key={file.id} href={url} target="_blank" rel="noreferrer" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
            {isPhoto ? (
              <Box
                component="img"
                src={url}
                alt={t('external_courses.review.photo', { name: file.name })}
                sx={{
                  width: '100%',
                  maxHeight: '70vh',
                  objectFit: 'contain',
                  border: '1px solid',
                  borderColor: 'divider',
                  borderRadius: 1,
                }}
              />
            ) : (
              <Stack direction="row" sx={{ gap: 2, alignItems: 'center' }}>
                <Icon name="document" />
                {t('external_courses.review.pdf', { name: file.name })}
              </Stack>
            )}
          </Link>
        )
      })}
    </Stack>
  )
}
