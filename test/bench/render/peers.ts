interface Stage {
  assets: string;
  folder: string;
  print(line: string): void;
}

export async function peers({ print }: Stage): Promise<void> {
  await Promise.resolve();
  print('peers: not shown\n');
}
