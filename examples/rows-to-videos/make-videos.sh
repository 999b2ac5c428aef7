#!/usr/bin/env bash
# bash make-videos.sh [videos]; needs curl 7.82 or newer, and jq
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-videos}

call() { curl -sS --fail-with-body --retry 8 "${@:2}" -H "Authorization: Bearer $API_KEY" "$BASE_URL$1"; }

template=$(call /templates --json @"$here/template.json" | jq -r .id)
# The column `file` names the video; the others are variables of the template.
mapping=$(jq -rn '{name: "name", product: "product", color: "color", file: "video.metadata"} | @json | @uri')
batch=$(call "/batches?template_id=$template&format=mp4&mapping=$mapping" \
  -H "Idempotency-Key: $template" -H "Content-Type: text/csv" --data-binary @"$here/customers.csv" | jq -r .id)
until [ "$(call "/batches/$batch" | jq -r .status)" = FINISHED ]; do sleep 2; done

mkdir -p "$folder"
call "/videos?batch_id=$batch&limit=100&status=COMPLETED" | jq -r '.data[] | "\(.metadata) \(.video_url)"' |
  while read -r name url; do
    curl -sS --fail --retry 8 -o "$folder/$name.mp4" "$url"
    echo "$folder/$name.mp4"
  done
