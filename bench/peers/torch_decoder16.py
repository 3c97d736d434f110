#!/usr/bin/env python3
"""Steps per second of PyTorch at decoder-16: the peer of bench/core.

Reads lines; for each, times some steps by processor time and prints the rate.
One thread, eager, AdamW in its foreach form, which is its fastest here. The
batches are made before the clock starts; the core makes its own inside the time.
"""
import math
import sys
import time

import torch
from torch import nn

VOCAB, CONTEXT, WIDTH, BLOCKS, HEADS, HIDDEN, BATCH = 32, 32, 16, 2, 2, 32, 16
STEPS = 100


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH, bias=False)
        self.out = nn.Linear(WIDTH, WIDTH, bias=False)
        self.mlp_in = nn.Linear(WIDTH, HIDDEN)
        self.mlp_out = nn.Linear(HIDDEN, WIDTH)

    def forward(self, x, mask):
        q, k, v = (
            part.view(BATCH, CONTEXT, HEADS, WIDTH // HEADS).transpose(1, 2)
            for part in self.qkv(self.norm1(x)).chunk(3, dim=2)
        )
        scores = q @ k.transpose(2, 3) / math.sqrt(WIDTH // HEADS) + mask
        mixed = (scores.softmax(3) @ v).transpose(1, 2)
        x = x + self.out(mixed.reshape(BATCH, CONTEXT, WIDTH))
        return x + self.mlp_out(self.mlp_in(self.norm2(x)).relu())


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(VOCAB, WIDTH)
        self.blocks = nn.ModuleList(Block() for _ in range(BLOCKS))
        self.norm = nn.LayerNorm(WIDTH)
        self.head = nn.Linear(WIDTH, VOCAB, bias=False)
        place = torch.arange(CONTEXT)[:, None]
        angle = place / 10000 ** (torch.arange(0, WIDTH, 2) / WIDTH)
        self.places = torch.stack((angle.sin(), angle.cos()), 2).flatten(1)
        self.mask = torch.full((CONTEXT, CONTEXT), -math.inf).triu(1)

    def forward(self, tokens):
        x = self.embedding(tokens) + self.places
        for block in self.blocks:
            x = block(x, self.mask)
        return self.head(self.norm(x))


def main():
    torch.set_num_threads(1)
    torch.manual_seed(1)
    model = Decoder()
    assert sum(p.numel() for p in model.parameters()) == 5376
    optimiser = torch.optim.AdamW(
        model.parameters(), 3e-3, betas=(0.9, 0.95), weight_decay=0.1, foreach=True
    )
    batches = torch.randint(VOCAB, (STEPS, BATCH, CONTEXT + 1))

    def step(batch):
        logits = model(batch[:, :-1])
        loss = nn.functional.cross_entropy(
            logits.flatten(0, 1), batch[:, 1:].flatten()
        )
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()

    for batch in batches[:20]:
        step(batch)
    for _ in sys.stdin:
        start = time.process_time()
        for batch in batches:
            step(batch)
        print(STEPS / (time.process_time() - start), flush=True)


main()
